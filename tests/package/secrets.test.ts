import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { emptyFolder, oneTotalPageTooMany, readJson, serve, touchstone } from './command.js';
import { assertReport } from './report-schema.js';

/** With characters that each encoding writes in another way. */
const SECRET = 'se+cr/et ?tok"en=%\\end';

/** A secret in the forms in which a target may repeat it. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = ['base64', 'base64url', 'hex'] as const;
  return [secret, json, encodeURIComponent(secret), ...forms.map((form) => bytes.toString(form))];
}

/** A target that repeats what it was sent, in every answer: in a header, and in the body where that is a list. */
function repeats(secret: string): Hook {
  const forms = formsOf(secret);
  return (steps) => ({
    answerList: (context) => {
      const answer = steps.answerList(context);
      return { ...answer, body: { ...(answer.body as object), debug: forms }, headers: { 'x-debug': forms.join(' ') } };
    },
    errorBody: (status, message, context) => steps.errorBody(status, `${message}: ${forms.join(' ')}`, context),
  });
}

const ways = [
  { way: 'the flag', argv: ['--token', SECRET], env: {} },
  { way: 'the environment', argv: [], env: { TOUCHSTONE_TOKEN: SECRET } },
  { way: 'an authorization header', argv: ['--header', `Authorization: Bearer ${SECRET}`], env: {} },
  { way: 'a header beside the token', argv: ['--token', 'other-token', '--header', `X-Api-Key: ${SECRET}`], env: {} },
];

describe('a secret', () => {
  it.each(ways)('that is given by $way is in no output', async ({ argv, env }) => {
    const anyone: Hook = () => ({
      authorize: ({ headers }) => void headers,
    });
    const { url } = await serve({ hooks: [anyone, oneTotalPageTooMany, repeats(SECRET)] });
    const folder = emptyFolder();
    const files = {
      json: join(folder, 'report.json'),
      junit: join(folder, 'junit.xml'),
      html: join(folder, 'page.html'),
    };
    const reports = Object.entries(files).flatMap(([kind, file]) => ['--report', `${kind}=${file}`]);
    const ended = await touchstone(['check', '--base-url', url, ...argv, ...reports], { env });
    expect(ended.code).toBe(1);
    const report = readJson(files.json);
    assertReport(report);
    const outputs = [ended.stdout, ended.stderr, ...Object.values(files).map((file) => readFileSync(file, 'utf8'))];
    expect(outputs[2]).toContain('[redacted]');
    for (const output of outputs) {
      expect(formsOf(SECRET).filter((form) => output.includes(form))).toEqual([]);
      expect(formsOf(JSON.stringify(SECRET).slice(1, -1)).filter((form) => output.includes(form))).toEqual([]);
    }
  });

  it('that stands in a config file by mistake is not repeated', async () => {
    const cwd = emptyFolder();
    writeFileSync(
      join(cwd, 'touchstone.config.json'),
      JSON.stringify({ baseUrl: 'http://127.0.0.1:1', token: SECRET }),
    );
    const ended = await touchstone(['check'], { cwd });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(formsOf(SECRET).filter((form) => ended.stderr.includes(form))).toEqual([]);
  });
});
