import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import forge from 'node-forge';

/** A certificate and its private key, in PEM. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** A throw-away certificate authority, and what it signed: a server certificate and a client certificate. */
export interface Certificates {
  /** The certificate of the authority, in PEM. */
  readonly ca: string;
  readonly server: Pair;
  readonly client: Pair;
}

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Clocks of other machines may be behind. */
const SKEW_MS = 60 * 60 * 1000;

/** What is signed: its name, and the extensions that say what it is for. */
interface Subject {
  readonly name: string;
  readonly extensions: object[];
}

const IS_AUTHORITY = [
  { name: 'basicConstraints', cA: true, critical: true },
  { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
];

/**
 * Makes an authority, a certificate for the hosts of a server, which is valid for so many days, and one for a client.
 * Nothing is written to disk.
 */
export function makeCertificates(hosts: readonly string[], days = DAYS): Certificates {
  const authority = keysOf();
  const issuer = { name: 'touchstone throw-away CA', keys: authority };
  const names = [...new Set([...hosts, 'localhost', '127.0.0.1', '::1'])];
  const altNames = names.map((host) => (isIP(host) > 0 ? { type: 7, ip: host } : { type: 2, value: host }));
  const leaf = (use: 'serverAuth' | 'clientAuth', more: object[] = []) => [
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', [use]: true },
    ...more,
  ];
  const pair = (subject: Subject): Pair => {
    const keys = keysOf();
    return { cert: signed(subject, keys.publicKey, issuer, days), key: keys.privateKey };
  };
  return {
    ca: signed({ name: issuer.name, extensions: IS_AUTHORITY }, authority.publicKey, issuer),
    server: pair({
      name: 'touchstone reference',
      extensions: leaf('serverAuth', [{ name: 'subjectAltName', altNames }]),
    }),
    client: pair({ name: 'touchstone client', extensions: leaf('clientAuth') }),
  };
}

interface Keys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** An RSA key pair in PEM; the generator of Node is much faster than that of the library. */
function keysOf(): Keys {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** A certificate in PEM, signed by the issuer. */
function signed(
  { name, extensions }: Subject,
  publicKey: string,
  issuer: { readonly name: string; readonly keys: Keys },
  days = DAYS,
): string {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  // A serial number is positive, so its first bit is 0.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() - SKEW_MS);
  certificate.validity.notAfter = new Date(Date.now() + days * DAY_MS);
  certificate.setSubject([{ name: 'commonName', value: name }]);
  certificate.setIssuer([{ name: 'commonName', value: issuer.name }]);
  certificate.setExtensions(extensions);
  certificate.sign(forge.pki.privateKeyFromPem(issuer.keys.privateKey), forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate);
}
