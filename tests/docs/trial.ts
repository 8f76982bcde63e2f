import { check } from '../../conformance/check.js';
import { createReference, generateTenant, type Hook } from '../../reference/index.js';
import { groupBy } from '../../reporters/group-by.js';
import type { Check, RunReport } from '../../schemas/generated/touchstone.js';

/** Large enough for what rules need to decide: several pages of every list. */
const tenant = generateTenant({
  seed: 7,
  sizes: { applications: 41, users: 137, subscriptions: 12, agreements: 31, contracts: 23 },
});

/** What a broken reference leaves undone is not waited for. */
const SHORT_WAITS = { consistencyWindowMs: 60, taskTimeoutMs: 400 };

/** Where a reader of a page would find the service. */
const BASE_URL = 'https://your-service.example';
const DAY_MS = 86_400_000;

/** What a run of one rule on one operation came to. */
export interface Trial {
  readonly report: RunReport;
  readonly check: Check;
  /** The requests that were sent, as a reader would write them, and how often each; the shortest first. */
  readonly requests: ReadonlyMap<string, number>;
}

/** Text of a run without what is another in every run: the address of the reference, and the day. */
function timeless(text: string, url: string): string {
  const today = new Date().setUTCHours(0, 0, 0, 0);
  const days = [
    ['today', new Date(today)],
    ['30-days-ago', new Date(today - 30 * DAY_MS)],
  ] as const;
  return days.reduce(
    (all, [word, day]) => {
      const [date, time] = [day.toISOString().slice(0, 10), day.toISOString()];
      return all
        .replaceAll(time, `{${word}}`)
        .replaceAll(encodeURIComponent(time), `{${word}}`)
        .replaceAll(date, `{${word}}`);
    },
    text.replaceAll(url, BASE_URL).replaceAll(/\b\d+ (ms|times|reads)\b/g, '{n} $1'),
  );
}

/** Runs one rule on one operation of a reference of its own, the same way each time; `rules` are run beside it. */
export async function trial(
  rule: string,
  operation: string,
  hooks: readonly Hook[] = [],
  rules: readonly string[] = [rule],
): Promise<Trial> {
  const reference = createReference({ tenant, hooks, taskDurationMs: 40 });
  const sent: string[] = [];
  // Of the server itself: some requests are refused before the reference looks at them.
  reference.app.server.on('request', ({ method, url, headers: { authorization } }) => {
    const given = authorization === `Bearer ${reference.token}`;
    const other = authorization === undefined ? 'no Authorization' : `Authorization: ${authorization}`;
    sent.push(`${method} ${url}${given ? '' : `  (${other})`}`);
  });
  const fixtures = Object.entries(reference.fixtures).filter(([, id]) => id !== '');
  try {
    const { url } = await reference.listen();
    const target = { baseUrl: url, token: reference.token, fixtures: Object.fromEntries(fixtures) };
    const writes = { allowWrites: true, allowDestroy: true, allowScopeAll: true, ...SHORT_WAITS };
    const report = await check(target, { seed: 1, rules: [...rules], operations: [operation], ...writes }, true);
    const told: RunReport = JSON.parse(timeless(JSON.stringify(report), url));
    const own = told.checks.find(({ id }) => id === `${operation}/${rule}`);
    if (own === undefined) throw new Error(`${rule} is not asked of ${operation}`);
    const named = (line: string) =>
      fixtures.reduce((all, [name, id]) => all.replaceAll(id, `{${name}}`), timeless(line, url));
    const sorted = sent.map(named).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    const requests = new Map([...groupBy(sorted, (line) => line)].map(([line, all]) => [line, all.length]));
    return { report: told, check: own, requests };
  } finally {
    await reference.close();
  }
}
