const SECRET_NAME = /authorization|cookie|token|secret|password|passwd|credential|signature|session|api[-_]?key/i;
const SECRET_MEMBER =
  /("(?:access_token|refresh_token|id_token|token|client_secret|secret|password|api_?key)"\s*:\s*")(?:[^"\\]|\\.)*"/gi;
export const REDACTED = '[redacted]';

/** Shorter values occur everywhere by chance: they are removed by the name of their header alone. */
const SHORTEST = 4;
/** A text that has been cut may hold no more of a secret than this many of its first characters. */
const CUT = 12;
/** Values that are no secret, although a header may carry them. */
const COMMON = new Set(['true', 'false', 'null', 'none', 'bearer', 'basic']);

/**
 * Removes secrets from what is kept as evidence: by the name of a header or member, and by value wherever it occurs,
 * plain or encoded (URL, JSON, HTML, base64, hex), whole or cut off.
 */
export class Redaction {
  readonly #forms: readonly string[];
  readonly #heads: readonly string[];
  readonly #names: ReadonlySet<string>;

  /**
   * @param secrets values that must not be written anywhere; those of fewer than four characters are left
   * @param headers names of further headers whose values are secrets
   */
  constructor(secrets: readonly string[], headers: readonly string[]) {
    const telling = secrets.filter((secret) => secret.length >= SHORTEST && !COMMON.has(secret.toLowerCase()));
    const forms = telling.flatMap(encodedForms).filter((form) => form.length >= SHORTEST);
    this.#forms = [...new Set(forms)].sort((a, b) => b.length - a.length);
    this.#heads = [...new Set(this.#forms.map((form) => form.slice(0, CUT)).filter(({ length }) => length === CUT))];
    this.#names = new Set(headers.map((name) => name.toLowerCase()));
  }

  text(text: string): string {
    const whole = this.#forms.reduce((result, form) => result.replaceAll(form, REDACTED), text);
    const byValue = this.#heads.reduce((result, head) => withoutCut(result, head, this.#forms), whole);
    return byValue.replace(SECRET_MEMBER, `$1${REDACTED}"`);
  }

  /** Headers without secrets. What was made up to be refused is no secret, and is shown so that it can be sent again. */
  headers(headers: Readonly<Record<string, string>>, madeUp: readonly string[] = []): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => {
        const secret = SECRET_NAME.test(name) || this.#names.has(name.toLowerCase());
        return [name, secret && !madeUp.includes(value) ? REDACTED : this.text(value)];
      }),
    );
  }

  /** Whether a text holds one of the secret values as a whole, plain or encoded. */
  finds(text: string): boolean {
    return this.#forms.some((form) => text.includes(form));
  }
}

/** The text without each piece that begins like a secret, as far as it goes on like one. */
function withoutCut(text: string, head: string, forms: readonly string[]): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, from)) {
    parts.push(text.slice(from, at), REDACTED);
    from = at + Math.max(...forms.map((form) => commonLength(text, at, form)));
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}

function commonLength(text: string, at: number, form: string): number {
  let length = 0;
  while (length < form.length && text[at + length] === form[length]) length += 1;
  return length;
}

function encodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const url = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const hex = bytes.toString('hex');
  return [
    secret,
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll('%20', '+'),
    json,
    JSON.stringify(json).slice(1, -1),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    hex,
    hex.toUpperCase(),
    ...base64Forms(bytes),
  ];
}

/** A value in base64: alone, and as part of something longer, where it may begin at each of three positions. */
function base64Forms(bytes: Buffer): string[] {
  const alone = bytes.toString('base64');
  const within = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The first and the last character may also carry bits of what is around the value.
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const forms = [alone, alone.replace(/=+$/, ''), ...within.filter((text) => text.length >= 2 * SHORTEST)];
  return forms.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}
