import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { certified, ed25519Key, fingerprint, signed, verified } from '../../../engine/report/integrity.js';
import type { RunReport } from '../../../schemas/generated/touchstone.js';
import { HOSTILE, hostileRun } from '../../reporters/hostile-run.js';
import { failedCheck, sampleRun } from '../../reporters/sample-run.js';

type Certified = Parameters<typeof verified>[0];

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const make = (report: RunReport = sampleRun()) => certified(report) as Certified;
const reread = (report: RunReport) => JSON.parse(JSON.stringify(report)) as Certified;

describe('the certificate of a run report', () => {
  test('verifies an unchanged report, whatever the order and form of its JSON', () => {
    const report = make(hostileRun(HOSTILE));
    const shuffled = Object.fromEntries(Object.entries(reread(report)).reverse()) as unknown as Certified;

    expect(verified(shuffled)).toEqual({ edited: [], whole: true, signature: 'none', key: null });
  });

  test.each<[string, (report: RunReport) => object]>([
    ['verdict', () => ({ verdict: 'does-not-conform' })],
    ['checks', ({ checks }) => ({ checks: checks.slice(1) })],
    ['seed', () => ({ seed: 43 })],
    ['exchanges', () => ({ exchanges: [] })],
    ['warnings', () => ({ warnings: ['x'] })],
    ['gate', () => ({ gate: { state: 'green', reason: 'x' } })],
  ])('names %s when it was changed or added', (part, edit) => {
    const report = make();

    expect(verified({ ...report, ...edit(report) } as Certified).edited).toEqual([part]);
  });

  test('names a removed part', () => {
    const { warnings: _gone, ...rest } = make();

    expect(verified(rest as Certified).edited).toEqual(['warnings']);
  });

  test('is not intact when its own list was changed', () => {
    const report = make();
    const other = make(sampleRun({ checks: [failedCheck()] }));
    const parts = { ...other.certificate.parts };

    const mixed = { ...other, certificate: { ...report.certificate, parts } };

    expect(verified(mixed)).toMatchObject({ edited: [], whole: false });
  });

  test('names the key that signed it', () => {
    const report = reread(signed(make(), privateKey));

    expect(verified(report)).toEqual({
      edited: [],
      whole: true,
      signature: 'good',
      key: fingerprint(publicKey.export({ type: 'spki', format: 'der' })),
    });
  });

  test('detects a signature of another report, even when every hash was recomputed', () => {
    const { signature } = signed(make(), privateKey).certificate ?? {};
    const forged = make(sampleRun({ verdict: 'inconclusive' }));

    const {
      edited,
      whole,
      signature: judged,
    } = verified({
      ...forged,
      certificate: { ...forged.certificate, ...(signature && { signature }) },
    });

    expect({ edited, whole, judged }).toEqual({ edited: [], whole: true, judged: 'bad' });
  });

  test.each(['', 'AAAA', Buffer.from('no key').toString('base64')])('takes %j for no signature', (publicKey) => {
    const report = signed(make(), privateKey) as Certified;
    const signature = { algorithm: 'Ed25519', publicKey, value: 'AAAA' } as const;

    expect(verified({ ...report, certificate: { ...report.certificate, signature } }).signature).toBe('bad');
  });

  test('drops an older signature when it is recreated', () => {
    expect(make(signed(make(), privateKey)).certificate).not.toHaveProperty('signature');
  });
});

describe('a key', () => {
  test('is read from PEM', () => {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

    expect(createPublicKey(ed25519Key('private', pem, 'key.pem')).equals(publicKey)).toBe(true);
  });

  test.each([
    ['no key at all', 'se+cret'],
    [
      'a key of another kind',
      generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ],
  ])('that is %s is rejected without repeating its text', (_name, pem) => {
    expect(() => ed25519Key('private', pem, 'key.pem')).toThrow(
      /^key.pem is not an Ed25519 private key in PEM format$/,
    );
  });
});

describe('the fingerprint of a key', () => {
  test('has the form that ssh-keygen writes, without padding', () => {
    expect(fingerprint(Buffer.from(''))).toBe('SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU');
  });
});
