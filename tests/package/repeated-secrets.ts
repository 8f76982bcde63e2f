import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Hook } from '../../reference/index.js';
import type { Ended } from './command.js';
import { LeakSearch } from './leak-search.js';

/** With characters that each encoding writes in another way. */
export const SECRET = 'se+cr/et ?tok"en=%\\end-of-the-secret';
/** The token in the response of the login of a target; no option contains it. */
export const SESSION = 'session-Xq7/+"value-of-the-login';

/** A secret in the forms in which a target may repeat it. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const folded = (text: string, mark: string) => text.replace(/.{9}/g, `$&${mark}`);
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    new URLSearchParams({ a: secret }).toString().slice(2),
    secret.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`),
    ...(['base64', 'base64url', 'hex'] as const).map((form) => bytes.toString(form)),
    Buffer.from(`user:${secret}`).toString('base64'),
    folded(bytes.toString('base64'), '\r\n'),
    folded(secret.replaceAll(' ', ''), '\n'),
    `${secret.slice(0, 11)}\n      ${secret.slice(11)}`,
  ];
}

/** A target that logs in every client and repeats what it received: in headers, in list bodies, in refusals. */
export function repeats(secret: string): Hook {
  const forms = formsOf(secret);
  const login = {
    access_token: SESSION,
    nested: JSON.stringify({ refreshToken: SESSION }),
    next: `/in?token=${encodeURIComponent(SESSION)}`,
  };
  const headers = {
    'x-debug': forms.join(' ').replace(/\s+/g, ' '),
    'set-cookie': `sid=${encodeURIComponent(SESSION)}; HttpOnly`,
    'x-auth-token': SESSION,
  };
  return (steps) => ({
    authorize: () => undefined,
    answerList: (context) => {
      const answer = steps.answerList(context);
      return { ...answer, body: { ...(answer.body as object), ...login, debug: forms }, headers };
    },
    errorBody: (status, message, context) => steps.errorBody(status, `${message}: ${forms.join(' ')}`, context),
  });
}

/** One for each list of secrets: most of what two reports contain is the same. */
const searches = new Map<string, LeakSearch>();

/** All that a command wrote: its streams, and every file of its folder and of the folders in it. */
export function outputsOf(folder: string, ended: Ended): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }): [string, string] => [name, readFileSync(join(parentPath, name), 'utf8')]);
  return new Map([['stdout', ended.stdout], ['stderr', ended.stderr], ...files]);
}

export function expectNoLeak(
  outputs: ReadonlyMap<string, string>,
  secrets: readonly string[] = [SECRET, SESSION],
): void {
  const key = JSON.stringify(secrets);
  const search = searches.get(key) ?? new LeakSearch(secrets);
  searches.set(key, search);
  const found = [...outputs].flatMap(([name, text]) => search.leaksIn(text).map((piece) => `${name}: ${piece}`));
  expect(found).toEqual([]);
}
