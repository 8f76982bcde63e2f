import type { RunReport } from '../../../schemas/generated/touchstone.js';
import { HOSTILE } from '../hostile-run.js';
import { failedCheck, sampleCheck, sampleExchange, sampleFinding, samplePower, sampleRun } from '../sample-run.js';

/** Text with which a target could inject markup, run scripts, hide or reorder adjacent text, or move a cursor. */
const TEXT = [
  HOSTILE,
  '</script><script>alert(1)</script>',
  '<!--<script>',
  ']]></style><img src=x onerror=alert(1)>',
  '"\' onmouseover="alert(1)" style="position:fixed;inset:0"',
  'javascript:alert(1) https://evil.example/?q=1',
  '&lt;b&gt; {{7*7}} $' + '{alert(1)}',
  '\u001b[2J\u001b]0;title\u0007\r\n\u0000\b',
  '\u202eesrever\u202c\u2066\u200f\u061c\ufeff\u200b',
  '\u2028\u2029\ud800\uffff\u{e0041}',
  'א ב ג \u0301\u0302\u0303'.repeat(3),
].join(' ');

/** Members whose values the format defines, so that a target cannot influence them. */
const KEPT = new Set(
  'format verdict level outcome area state wireForm areas startedAt touchstone extent cause'.split(' '),
);

/** Applies `change` to every string of a value, and to member names that come from the target. */
function texts(value: unknown, change: (text: string) => string, named = false): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => texts(one, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      named ? change(name) : name,
      KEPT.has(name) ? one : texts(one, change, name === 'headers' || name === 'bindings' || name === 'fixtures'),
    ]),
  );
}

/** A run with content in every part of the page. */
export function fullRun(): RunReport {
  const body = JSON.stringify({ items: [{ name: 'one' }], pagination: { total_pages: 5 } });
  const response = { status: 200, headers: { 'x-power': 'on' }, body, bodyBytes: 99, truncated: false };
  const [operation] = sampleRun().operations;
  const accepted = { reason: 'fixed with 4.2', ticket: 'T-1', expires: '2030-01-01' };
  return sampleRun({
    verdict: 'does-not-conform',
    gate: { state: 'red', reason: 'more failures than accepted' },
    checks: [
      failedCheck({
        findings: [
          sampleFinding(),
          sampleFinding({ at: 'header x-power', exchange: 'x2' }),
          sampleFinding({ at: 'status', exchange: 'x3' }),
        ],
      }),
      failedCheck({ rule: 'paging.order', level: 'should' }),
      failedCheck({ rule: 'records.dates', accepted: true, findings: [{ ...sampleFinding(), accepted }] }),
      sampleCheck({ rule: 'sort.natural', outcome: 'inconclusive', reason: 'no data' }),
      sampleCheck({ rule: 'records.types' }),
    ],
    operations: [
      {
        ...(operation as RunReport['operations'][number]),
        times: { count: 9, medianMs: 1.5, p95Ms: 80 },
        durationsMs: [1.1, 1.2, 1.5, 80],
        timeline: [1, 0, 8],
      },
      ...sampleRun().operations.slice(1),
    ],
    target: { ...sampleRun().target, bindings: { getUsers: 'GET /people' } },
    observations: [{ clause: 'paging.after-last', operation: 'getUsers', value: '404', exchange: 'x2' }],
    power: samplePower(),
    warnings: ['the tenant is empty'],
    exchanges: [
      sampleExchange({ request: { method: 'PATCH', body: '{"isOnline":true}' }, response }),
      sampleExchange({ id: 'x2', response: { ...response, body: 'no JSON', truncated: true } }),
      sampleExchange({ id: 'x3', response: null, error: 'the connection is refused' }),
    ],
  });
}

/** The same run with hostile text appended to every string that the format does not define. */
export function hostileRun(): RunReport {
  return texts(fullRun(), (text) => `${text} ${TEXT}`) as RunReport;
}
