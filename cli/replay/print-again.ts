import { checkText } from '../../reporters/check-text.js';
import { hasLeftRecords, renderLeftRecords } from '../../reporters/left-records.js';
import { terminalText } from '../../reporters/terminal-text.js';
import type { Check, RunReport } from '../../schemas/generated/touchstone.js';
import { wantsColor } from '../color.js';
import { type Io, widthOf } from '../io.js';

/** The exit code if every check passes. */
export const PASSED = 0;
/** The exit code if no check fails, and one is inconclusive or a record is not restored. */
export const INCONCLUSIVE = 3;
const FAILED = 1;
const INTERRUPTED = 130;

/** Maximum length of a reason, in characters. */
export const SHOWN = 500;

/** The checks to replay, and the run in which they ran before; `null` if there is none. */
interface Replayed {
  readonly ids: readonly string[];
  readonly before: RunReport | null;
}

/** Prints what became of each check, with the findings of one that fails; returns the exit code. */
export function printAgain({ ids, before }: Replayed, again: RunReport, io: Io): number {
  io.stdout.write(renderLeftRecords(again, { color: wantsColor(true, io), width: widthOf(io.stdout) }));
  const exchanges = new Map(again.exchanges.map((exchange) => [exchange.id, exchange]));
  const checkIn = (report: RunReport | null, id: string) => report?.checks.find((one) => one.id === id);
  const outcomes = ids.map((id) => {
    const check = checkIn(again, id);
    if (check?.outcome === 'fail') io.stdout.write(`${checkText(check, exchanges)}\n\n`);
    const decided = check?.outcome === 'fail' || check?.outcome === 'pass' ? check.outcome : null;
    const why = terminalText(check?.reason ?? again.verdictReason, SHOWN);
    const name = terminalText(id);
    io.stdout.write(
      decided === null ? `INCONCLUSIVE  ${name}: ${why}\n` : `${changeOf(decided, checkIn(before, id), name)}\n`,
    );
    return decided;
  });
  if (again.interrupted) return INTERRUPTED;
  if (outcomes.includes('fail')) return FAILED;
  return outcomes.includes(null) || hasLeftRecords(again) ? INCONCLUSIVE : PASSED;
}

/** The line of a decided check: only one that failed before can be fixed, or still fail. */
function changeOf(outcome: 'pass' | 'fail', before: Check | undefined, name: string): string {
  if (before?.outcome === 'fail') return `${outcome === 'pass' ? 'FIXED' : 'STILL FAILING'}  ${name}`;
  const word = outcome === 'pass' ? 'PASSES' : 'FAILS';
  if (before === undefined) return `${word}  ${name} (there is no earlier run to compare with)`;
  return `${word}  ${name} (${BEFORE[before.outcome]})`;
}

const BEFORE = {
  pass: 'it passed in the earlier run',
  inconclusive: 'it was inconclusive in the earlier run',
  'not-applicable': 'it did not apply in the earlier run',
  excluded: 'the earlier run did not select it',
  error: 'it ended with an internal error in the earlier run',
} as const;
