import { counted } from '../numbers.js';
import { terminalText } from '../terminal-text.js';
import { textTable } from '../text-table.js';
import type { CheckTrend, Flips, TimeTrend, Trends } from './trends.js';

const SHOWN = 20;
/** The sign of each verdict, and its words for one run and for several. */
const VERDICTS = {
  conforms: { sign: '.', one: 'conforms', several: 'conform' },
  'does-not-conform': { sign: 'F', one: 'does not conform', several: 'do not conform' },
  incomplete: { sign: 'i', one: 'incomplete', several: 'incomplete' },
  inconclusive: { sign: '?', one: 'inconclusive', several: 'inconclusive' },
} as const;

/** What the signs stand for. */
const LEGEND = Object.values(VERDICTS)
  .map(({ sign, one }) => `${sign} ${one}`)
  .join(', ');

const day = (at: string | null): string => at?.slice(0, 16).replace('T', ' ') ?? '';
const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`;

/** `3 of 40, 2.6% to 19%`: flips with their interval; empty without flips. */
export function flipsText({ flips, pairs, low, high }: Flips): string {
  return flips === 0 ? '' : `${flips} of ${pairs}, ${percent(low)} to ${percent(high)}`;
}

/** `2 conform, 1 does not conform`: how many runs had each verdict. */
export function verdictsText({ verdicts }: Trends): string {
  return Object.entries(verdicts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => {
      const { one, several } = VERDICTS[name as keyof typeof verdicts];
      return counted(count, one, several);
    })
    .join(', ');
}

/** How many checks always passed; that none was decided is no success. */
export function decidedText({ checks, steady }: Trends): string {
  if (checks.length === 0 && steady === 0) return 'no check was decided';
  return `${counted(steady, 'check')} passed whenever ${steady === 1 ? 'it was' : 'they were'} decided`;
}

/** The trends of a target for a terminal, as text that ends in a newline. */
export function renderHistory(trends: Trends): string {
  const { checks, steady, times, recent } = trends;
  const rows = checks
    .slice(0, SHOWN)
    .map((one) => [
      one.last,
      one.id,
      `${one.failed} of ${one.decided}`,
      flipsText(one.flaky),
      flipsText(one.drift),
      since(one),
    ]);
  const heading = ['now', 'check', 'failed', 'flips, same data', 'flips, other data', 'since'];
  const more =
    checks.length > SHOWN ? [`and ${counted(checks.length - SHOWN, 'other check')} that failed at least once`] : [];
  const timed = times
    .toSorted((one, other) => other.last.medianMs - one.last.medianMs)
    .slice(0, SHOWN)
    .map(({ operation, first, last, change }) => [
      operation,
      ...[first.medianMs, last.medianMs, first.p95Ms, last.p95Ms].map(ms),
      changeText(change),
    ]);
  return `${[
    `${terminalText(trends.target)}: ${counted(trends.runs, 'run')} from ${day(trends.firstAt)} to ${day(trends.lastAt)} UTC (${verdictsText(trends)})`,
    `last ${recent.length}: ${recent.map((verdict) => VERDICTS[verdict].sign).join('')} (${LEGEND})`,
    '',
    ...(rows.length > 0 ? [...textTable(heading, rows), ...more] : steady > 0 ? ['no check has failed'] : []),
    decidedText(trends),
    '',
    ...textTable(['operation', 'median first', 'last', 'p95 first', 'last', 'level changed'], timed, {
      align: ['left', 'right', 'right', 'right', 'right'],
    }),
  ].join('\n')}\n`;
}

function since({ last, since: at }: CheckTrend): string {
  return `${last === 'fail' ? 'failing' : 'passing'} since ${day(at)}`;
}

/** `since 2026-01-09 00:00 from 5.0 ms to 9.0 ms`; empty without a change of level. */
export function changeText(change: TimeTrend['change']): string {
  return change === null ? '' : `since ${day(change.since)} from ${ms(change.beforeMs)} to ${ms(change.afterMs)}`;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
