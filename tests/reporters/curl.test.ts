import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curlCommand } from '../../reporters/curl.js';
import { sampleExchange } from './sample-run.js';

/** The words into which a shell splits a command, without running it. */
function words(line: string, env: Record<string, string> = {}): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${line}`;
  const output = execFileSync('sh', ['-c', script], {
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  });
  return output.split('\0').slice(0, -1);
}

describe('the curl command of an exchange', () => {
  test('reads the bearer token from the environment of the shell', () => {
    const line = curlCommand(sampleExchange());

    expect(line).toContain('"Authorization: Bearer $TOUCHSTONE_TOKEN"');
    expect(words(line, { TOUCHSTONE_TOKEN: 's3cret' })).toEqual([
      '-sSi',
      '-H',
      'accept: application/json',
      '-H',
      'Authorization: Bearer s3cret',
      'https://target.example/api/users?page_size=100',
    ]);
  });

  test('keeps what was added to the credential', () => {
    const added = { authorization: '[redacted]-touchstone', 'x-api-key': '[redacted]-touchstone' };
    const sent = words(curlCommand(sampleExchange({ request: { headers: added } })), {
      TOUCHSTONE_TOKEN: 's3cret',
      X_API_KEY: 'k3y',
    });

    expect(sent).toContain('Authorization: Bearer s3cret-touchstone');
    expect(sent).toContain('x-api-key: k3y-touchstone');
  });

  test.each([
    ['-', 'S3cre', 'k3'],
    ['^', 'S3CRET', 'K3Y'],
  ])('makes the change of a credential that the mark %s stands for', (mark, token, key) => {
    const headers = { authorization: `[redacted]${mark}`, 'x-api-key': `[redacted]${mark}` };
    const sent = words(curlCommand(sampleExchange({ request: { headers } })), {
      TOUCHSTONE_TOKEN: 'S3cret',
      X_API_KEY: 'k3y',
    });

    expect(sent).toContain(`Authorization: Bearer ${token}`);
    expect(sent).toContain(`x-api-key: ${key}`);
  });

  test('changes the last character of a credential that was sent so', () => {
    const altered = { authorization: '[redacted]~', 'x-api-key': '[redacted]~' };
    const sent = words(curlCommand(sampleExchange({ request: { headers: altered } })), {
      TOUCHSTONE_TOKEN: 's3cret',
      X_API_KEY: 'k3y',
    });

    expect(sent).toContain('Authorization: Bearer s3cre~');
    expect(sent).toContain('x-api-key: k3~');
  });

  test('uses a variable for any other secret header, and keeps its other text', () => {
    const line = curlCommand(sampleExchange({ request: { headers: { 'x-api-key': 'v1 "[redacted]"' } } }));

    expect(words(line, { X_API_KEY: 'k3y' })).toContain('x-api-key: v1 "k3y"');
  });

  test('sets the method if it is not GET', () => {
    expect(curlCommand(sampleExchange({ request: { method: 'DELETE' } }))).toContain('-X DELETE');
  });

  test('sends an empty header, which curl would drop by default', () => {
    expect(words(curlCommand(sampleExchange({ request: { headers: { authorization: '' } } })))).toContain(
      'authorization;',
    );
  });

  test('omits headers that belong to the run, not to the request', () => {
    const headers = { host: 'x', traceparent: '00-1-2-01', 'user-agent': 'touchstone' };

    expect(words(curlCommand(sampleExchange({ request: { headers } })))).toEqual([
      '-sSi',
      expect.stringMatching(/^https:/),
    ]);
  });

  test.each([
    ['brackets', 'https://target.example/users?f[0]={a}', '--globoff'],
    ['dot segments', 'https://target.example/users/..', '--path-as-is'],
    ['encoded dot segments', 'https://target.example/users/%2e%2E/x', '--path-as-is'],
  ])('keeps curl from rewriting a URL with %s', (_name, url, option) => {
    expect(words(curlCommand(sampleExchange({ request: { url } })))).toContain(option);
  });

  test('passes the URL and headers to the shell unchanged, whatever characters they contain', () => {
    const printable = fc.string({ unit: fc.constantFrom(...'aZ0\'"\\$`!*?~#&;|<>() \té日🙂%') });
    fc.assert(
      fc.property(printable, printable, (path, value) => {
        fc.pre(!/^\s*$/.test(value) && !value.includes('\t') && !path.includes('\t'));
        const url = `https://target.example/${path}`;
        const result = words(curlCommand(sampleExchange({ request: { url, headers: { 'x-a': value } } })));

        expect(result.at(-1)).toBe(url);
        expect(result).toContain(`x-a: ${value}`);
      }),
      { numRuns: 40 },
    );
  });

  test('shows hidden characters as escapes and stays one line', () => {
    const line = curlCommand(sampleExchange({ request: { headers: { 'x-a': "it's\u001b[2J\u202e\n" } } }));

    expect(line).toContain("$'x-a: it\\'s\\u001b[2J\\u202e\\u000a'");
  });
});
