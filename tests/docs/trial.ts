import { check } from '../../conformance/check.js';
import { operations } from '../../contract/operations/index.js';
import { createReference, generateTenant, type Hook } from '../../reference/index.js';
import { groupBy } from '../../reporters/group-by.js';
import type { Check, RunReport } from '../../schemas/generated/touchstone.js';

const sizes = { applications: 41, users: 137, subscriptions: 12, agreements: 31, contracts: 23 };
/** Large enough for every rule to reach a decision: several pages of every list. */
const tenant = generateTenant({ seed: 7, sizes });
/** Fewer users for rules that write: a broken bulk update changes all of them, and each is restored on its own. */
const fewUsers = generateTenant({ seed: 7, sizes: { ...sizes, users: 40 } });

/** Short, because a broken reference may never complete a write, but enough for a busy machine. */
const SHORT_WAITS = { consistencyWindowMs: 60, taskTimeoutMs: 1000 };

/** The example URL of the service on the pages. */
const BASE_URL = 'https://your-service.example';
const DAY_MS = 86_400_000;

/** The result of a run of one rule on one operation. */
export interface Trial extends Pick<RunReport, 'observations'> {
  readonly check: Check;
  /** The exchanges of the findings of the check. */
  readonly exchanges: RunReport['exchanges'];
  /** The requests as a reader would write them, with their number; the shortest first. */
  readonly requests: ReadonlyMap<string, number>;
}

/** The days that requests and broken references count from today. */
const OFFSETS = [0, -30, -90, -120, 5, 10, 15];

const wordOf = (days: number): string => {
  if (days === 0) return 'today';
  return days < 0 ? `${-days}-days-ago` : `in-${days}-days`;
};

/** Replaces the parts of a text that differ in every run: the URL of the reference, the date, and counts. */
function timeless(text: string, url: string): string {
  const today = new Date().setUTCHours(0, 0, 0, 0);
  const days = OFFSETS.map((offset) => [wordOf(offset), new Date(today + offset * DAY_MS)] as const);
  const dated = days.reduce(
    (all, [word, day]) => {
      const [date, time] = [day.toISOString().slice(0, 10), day.toISOString()];
      return all
        .replaceAll(time, `{${word}}`)
        .replaceAll(encodeURIComponent(time), `{${word}}`)
        .replaceAll(date, `{${word}}`);
    },
    text.replaceAll(url, BASE_URL).replaceAll(/\b\d+ (ms|times|reads)\b/g, '{n} $1'),
  );
  return dated.replaceAll(/\{today\}T\d\d:\d\d:\d\d\.\d{3}Z/g, '{now}');
}

/** Runs one rule, or all of `rules`, on one operation of its own reference; the result is deterministic. */
export async function trial(
  rule: string,
  operation: string,
  hooks: readonly Hook[] = [],
  rules: readonly string[] = [rule],
): Promise<Trial> {
  const writes = operations.some(({ id, tier }) => id === operation && tier !== undefined);
  const reference = createReference({ tenant: writes ? fewUsers : tenant, hooks, taskDurationMs: 40 });
  const sent: string[] = [];
  // Listens on the server itself, because some requests are rejected before the reference handles them.
  reference.app.server.on('request', ({ method, url, headers: { authorization } }) => {
    const given = authorization === `Bearer ${reference.token}`;
    const other = authorization === undefined ? 'no Authorization' : `Authorization: ${authorization}`;
    sent.push(`${method} ${url}${given ? '' : `  (${other})`}`);
  });
  const fixtures = Object.entries(reference.fixtures).filter(([, id]) => id !== '');
  try {
    const { url } = await reference.listen();
    const target = { baseUrl: url, token: reference.token, fixtures: Object.fromEntries(fixtures) };
    const allowed = { allowWrites: true, allowDestroy: true, allowScopeAll: true, ...SHORT_WAITS };
    const report = await check(target, { seed: 1, rules: [...rules], operations: [operation], ...allowed }, true);
    const own = report.checks.find(({ id }) => id === `${operation}/${rule}`);
    if (own === undefined) throw new Error(`${rule} does not apply to ${operation}`);
    // Only what the pages show: the whole report of a broken reference takes longer to rewrite than the run.
    const shown = new Set(own.findings.map(({ exchange }) => exchange));
    const exchanges = report.exchanges.filter(({ id }) => shown.has(id));
    const { observations } = report;
    const stable: Omit<Trial, 'requests'> = JSON.parse(
      timeless(JSON.stringify({ check: own, exchanges, observations }), url),
    );
    const named = fixtures.reduce((all, [name, id]) => all.replaceAll(id, `{${name}}`), timeless(sent.join('\n'), url));
    const sorted = named.split('\n').sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    const requests = new Map([...groupBy(sorted, (line) => line)].map(([line, all]) => [line, all.length]));
    return { ...stable, requests };
  } finally {
    await reference.close();
  }
}
