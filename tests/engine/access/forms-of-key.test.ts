import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { networkSecrets } from '../../../engine/access/network-secrets.js';
import { Redaction } from '../../../engine/client/redaction.js';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const der = privateKey.export({ type: 'pkcs8', format: 'der' });
const secrets = networkSecrets({ certificate: { cert: 'public', key: `-----BEGIN CERTIFICATE-----\nAAAA\n${key}` } });
const redaction = new Redaction(secrets, []);

it.each([
  ['its text', key.trim()],
  ['its text in JSON', JSON.stringify(key.trim()).slice(1, -1)],
  ['its content over lines', key.replace(/-----.*-----\n/g, '').trim()],
  ['its content in one line', der.toString('base64')],
  ['its content in hexadecimal', der.toString('hex')],
  ['its content in base64url', der.toString('base64url')],
])('a client key is removed as %s', (_form, text) => {
  const shown = redaction.text(`before ${text} after`);

  // The lines around the content are no secret.
  expect(shown.replace(/-----[A-Z ]+-----|\\n/g, '').replace(/\s+/g, ' ')).toBe('before [redacted] after');
});
