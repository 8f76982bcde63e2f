import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { certified } from '../../engine/report/integrity.js';
import { renderJson } from '../../reporters/json.js';
import { failedCheck, sampleRun } from '../reporters/sample-run.js';
import { folder, touchstone } from './run-command.js';

function keys(name: string): Record<string, string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    [`${name}.pem`]: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    [`${name}.pub.pem`]: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

const FILES = { ...keys('mine'), ...keys('other') };
const RUN = renderJson(certified(sampleRun({ verdict: 'does-not-conform', checks: [failedCheck()] })));
const world = (text = RUN) => ({ cwd: folder({ ...FILES, 'run.json': text }) });
const verify = (cwd: string, ...argv: string[]) => touchstone(['verify', 'run.json', ...argv], { cwd });

describe('touchstone verify', () => {
  test('prints that a report is unchanged, its facts, and that it is not signed', async () => {
    const { code, stdout } = await verify(world().cwd);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^UNCHANGED {2}run\.json is complete and unchanged\n/);
    expect(stdout).toContain('does not conform: No clause');
    expect(stdout).toContain('touchstone 0.1.0, started 2024-05-06T07:08:09.123Z, seed 42');
    expect(stdout).toContain('touchstone check --base-url https://target.example/ --seed 42');
    expect(stdout).toContain('none: without one');
  });

  test.each([
    ['a verdict', '"does-not-conform"', '"conforms"', '/verdict'],
    ['a figure', '"total_pages is too small', '"total_pages is fine', '/checks'],
    ['a value that the schema does not know', '"does-not-conform"', '"splendid"', '/verdict'],
    ['a number beyond the range of doubles', '"seed": 42', '"seed": 1e400', '/seed'],
    ['the list of hashes', '"algorithm": "sha256-rfc8785"', '"algorithm": "none"', '/certificate'],
  ])('names the part in which %s was edited', async (_name, from, to, part) => {
    const { code, stdout } = await verify(world(RUN.replace(from, to)).cwd);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`EDITED  changed after it was written: ${part}`)]);
  });

  test('ignores white space and the order of members', async () => {
    const text = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(RUN)).reverse()));
    expect((await verify(world(text).cwd)).code).toBe(0);
  });

  test('refuses a report without a certificate', async () => {
    const { code, stdout } = await verify(world(renderJson(sampleRun())).cwd);
    expect([code, stdout]).toEqual([1, expect.stringContaining('NO CERTIFICATE')]);
  });

  test.each([
    ['is no key', ['--key', 'run.json'], 'run.json is not an Ed25519 public key'],
    ['is not there', ['--key', 'gone.pem'], 'gone.pem cannot be read'],
  ])('refuses a key that %s with exit 2', async (_name, argv, message) => {
    expect(await verify(world().cwd, ...argv)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});

describe('touchstone sign', () => {
  test('adds a signature to a report, which verify checks against a key', async () => {
    const { cwd } = world();
    expect((await touchstone(['sign', 'run.json', '--key', 'mine.pem'], { cwd })).code).toBe(0);
    expect(await verify(cwd)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/signed by the key SHA256:\S{43}; compare it with/),
    });
    expect(await verify(cwd, '--key', 'mine.pub.pem')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('which is your key'),
    });
    expect(await verify(cwd, '--key', 'other.pub.pem')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('ANOTHER KEY'),
    });
    const { certificate: _signed, ...content } = JSON.parse(readFileSync(join(cwd, 'run.json'), 'utf8'));
    const { certificate: _unsigned, ...before } = JSON.parse(RUN);
    expect(content).toEqual(before);
  });

  test.each([
    ['mine.pem', 'touchstone verify run.json --key mine.pub.pem'],
    [
      'alone.pem',
      'openssl pkey -in alone.pem -pubout -out alone.pub.pem && touchstone verify run.json --key alone.pub.pem',
    ],
    ['alone', 'openssl pkey -in alone -pubout -out alone.pub.pem && touchstone verify run.json --key alone.pub.pem'],
  ])('prints how to verify the signature by %s', async (key, command) => {
    const pem = FILES['mine.pem'] ?? '';
    const cwd = folder({ ...FILES, 'run.json': RUN, 'alone.pem': pem, alone: pem });

    const { stdout } = await touchstone(['sign', 'run.json', '--key', key], { cwd });

    expect(stdout).toBe(`SIGNED  run.json\nVerify: ${command}\n`);
  });

  test('is required with --key', async () => {
    expect(await verify(world().cwd, '--key', 'mine.pub.pem')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('NOT SIGNED'),
    });
  });

  test('is invalidated by an edit, even if all hashes are recomputed', async () => {
    const { cwd } = world();
    await touchstone(['sign', 'run.json', '--key', 'mine.pem'], { cwd });
    const { certificate, ...content } = JSON.parse(readFileSync(join(cwd, 'run.json'), 'utf8'));
    const forged = certified({ ...content, verdict: 'conforms' });
    const text = renderJson({
      ...forged,
      certificate: { ...forged.certificate, signature: certificate.signature },
    } as typeof forged);
    expect(await verify(world(text).cwd)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('the signature does not match'),
    });
  });

  test.each([
    ['no private key', ['--key', 'mine.pub.pem'], 'mine.pub.pem is not an Ed25519 private key'],
    ['no key at all', ['--key', 'run.json'], 'run.json is not an Ed25519 private key'],
  ])('refuses %s, and changes nothing', async (_name, argv, message) => {
    const { cwd } = world();
    expect(await touchstone(['sign', 'run.json', ...argv], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
    expect(readFileSync(join(cwd, 'run.json'), 'utf8')).toBe(RUN);
  });

  test('refuses to sign an edited report', async () => {
    const { cwd } = world(RUN.replace('"seed": 42', '"seed": 43'));
    expect((await touchstone(['sign', 'run.json', '--key', 'mine.pem'], { cwd })).code).toBe(2);
  });
});
