import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { UsageError } from '../target/usage-error.js';

type Certificate = NonNullable<RunReport['certificate']>;

const ALGORITHM = 'sha256-rfc8785';

/** The result of checking a report against its certificate. */
export interface Verification {
  /** The parts that differ from what was certified: changed, added or removed. */
  readonly edited: readonly string[];
  /** Whether the list of hashes itself is unchanged. */
  readonly whole: boolean;
  readonly signature: 'none' | 'good' | 'bad';
  /** The fingerprint of the key of the signature, `SHA256:` and base64; `null` without one. */
  readonly key: string | null;
}

/** The report with the hash of each of its parts; an existing certificate is replaced. */
export function certified(report: RunReport): RunReport {
  const { certificate: _former, ...content } = report;
  const parts = partsOf(content);
  return { ...content, certificate: { algorithm: ALGORITHM, parts, digest: hash(parts) } };
}

/** A certified report with a signature of its digest; the key is an Ed25519 private key. */
export function signed(report: RunReport & { readonly certificate: Certificate }, key: KeyObject): RunReport {
  const { signature: _former, ...certificate } = report.certificate;
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const value = sign(null, Buffer.from(certificate.digest), key);
  const signature = {
    algorithm: 'Ed25519' as const,
    publicKey: publicKey.toString('base64'),
    value: value.toString('base64'),
  };
  return { ...report, certificate: { ...certificate, signature } };
}

/** Checks a report against its certificate. */
export function verified(report: RunReport & { readonly certificate: Certificate }): Verification {
  const { certificate, ...content } = report;
  const now = partsOf(content);
  const names = [...new Set([...Object.keys(certificate.parts), ...Object.keys(now)])];
  const { signature, digest, parts } = certificate;
  const edited = names.filter((name) => now[name] !== parts[name]);
  const whole = certificate.algorithm === ALGORITHM && hash(parts) === digest;
  if (signature === undefined) return { edited, whole, signature: 'none', key: null };
  const der = Buffer.from(signature.publicKey, 'base64');
  const good = signedBy(der, digest, Buffer.from(signature.value, 'base64'));
  return { edited, whole, signature: good ? 'good' : 'bad', key: fingerprint(der) };
}

/** An Ed25519 key from PEM text: `private` to sign with, `public` (of either) to compare with. Throws a UsageError. */
export function ed25519Key(kind: 'private' | 'public', pem: string, file: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
  } catch {
    // The error is not shown, because the file may contain another kind of secret.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new UsageError(
    `${file} is not an Ed25519 ${kind} key in PEM format`,
    kind === 'private'
      ? 'Create one: openssl genpkey -algorithm ed25519 -out key.pem'
      : 'Export it from the private key: openssl pkey -in key.pem -pubout -out key.pub.pem',
  );
}

/** The fingerprint of a public key in DER, in the form that ssh-keygen writes: `SHA256:` and base64. */
export function fingerprint(der: Buffer): string {
  return `SHA256:${createHash('sha256').update(der).digest('base64').replace(/=+$/, '')}`;
}

function signedBy(der: Buffer, digest: string, value: Buffer): boolean {
  try {
    const key = createPublicKey({ key: der, type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(digest), key, value);
  } catch {
    return false;
  }
}

function partsOf(content: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(content)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => [name, hash(part)]),
  );
}

/** The hash of a JSON value in canonical form, whatever text a target sent. */
function hash(value: unknown): string {
  const json = JSON.stringify(value);
  const canonical = canonicalize(HALF.test(json) ? JSON.parse(wellFormed(json)) : value);
  return createHash('sha256')
    .update(canonical ?? '')
    .digest('hex');
}

/**
 * The escape of a lone surrogate, the only escape of its kind that `JSON.stringify` writes, or text that looks like it.
 */
const HALF = /\\ud[89a-f]/;

/**
 * JSON text without lone surrogates, which a target may send in names and values and which RFC 8785 cannot represent:
 * they are replaced by the text of their escape.
 */
function wellFormed(json: string): string {
  return json.replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (whole, half?: string) =>
    half === undefined ? whole : `\\\\u${half}`,
  );
}
