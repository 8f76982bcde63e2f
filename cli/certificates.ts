import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { UsageError } from '../engine/target/usage-error.js';

/** A file with certificates or a key, and the option that names it. */
export interface PemFile {
  readonly option: string;
  readonly path: string;
  readonly text: string;
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** The certificates of a file; throws a UsageError for one that cannot be read, which TLS would leave out in silence. */
export function certificatesIn({ option, path, text }: PemFile): X509Certificate[] {
  const hint = 'Give X.509 certificates in PEM, as openssl x509 writes them.';
  const blocks = text.match(CERTIFICATES) ?? [];
  if (blocks.length === 0) throw new UsageError(`${option}: ${path} contains no complete certificate`, hint);
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch {
      throw new UsageError(`${option}: certificate ${index + 1} in ${path} cannot be read`, hint);
    }
  });
}

/** Throws a UsageError for a private key that cannot be used, or that belongs to another certificate. */
export function assertKeyOf(cert: PemFile, key: PemFile): void {
  const [own] = certificatesIn(cert);
  if (own?.checkPrivateKey(keyIn(key)) === true) return;
  throw new UsageError(
    `${key.option}: the key in ${key.path} does not belong to the first certificate in ${cert.path}`,
    'Give the private key that the certificate was made for.',
  );
}

function keyIn({ option, path, text }: PemFile): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    throw new UsageError(
      `${option}: the private key in ${path} cannot be read`,
      'Give a private key in PEM without a passphrase, as openssl genpkey writes it.',
    );
  }
}
