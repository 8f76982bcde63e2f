/**
 * A private key in PEM as it may occur alone: the whole text, the base64 between its first and last line, and the same
 * bytes in base64url and in hexadecimal.
 */
export function formsOfKey(pem: string): string[] {
  const contents = [...pem.matchAll(/-----BEGIN [A-Z ]*PRIVATE KEY-----([^-]+)-----END/g)].map(([, text = '']) => text);
  return [
    pem,
    ...contents.flatMap((content) => {
      const base64 = content.replace(/\s/g, '');
      const bytes = Buffer.from(base64, 'base64');
      return [base64, bytes.toString('base64url'), bytes.toString('hex')];
    }),
  ];
}
