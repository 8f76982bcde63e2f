import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { assertBaseline } from '../../engine/report/baseline/assert-baseline.js';
import { partsOf } from '../../engine/report/baseline/entry-parts.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { ACCEPTED_DAYS, BASELINE } from '../../options/groups/baseline.js';
import { counted } from '../../reporters/numbers.js';
import { terminalText } from '../../reporters/terminal-text.js';
import type { Acceptance, BaselineEntry, RunReport } from '../../schemas/generated/touchstone.js';
import { placeName } from '../../schemas/json-pointer.js';
import { baselineNotes } from '../baseline/baseline-notes.js';
import { differencesOf } from '../baseline/differences-of.js';
import { entriesOf } from '../baseline/entries-of.js';
import { renewBaseline } from '../baseline/renew-baseline.js';
import { renewalLines } from '../baseline/renewal-lines.js';
import { readBaselineFile } from '../baseline-file.js';
import { systemProblem } from '../errors.js';
import { addOwnOptions, type OwnFlags } from '../flags.js';
import type { Io } from '../io.js';
import { writeNew } from '../new-file.js';
import { writeWhole } from '../report-files.js';
import { readRunReport } from '../run-report.js';

const DAY_MS = 24 * 60 * 60 * 1000;

type BaselineFlags = OwnFlags<typeof BASELINE>;

const OTHER_FILE = 'Choose another file with --out.';

/** Writes a new baseline file. */
function writeBaseline(path: string, text: string, file: string): Promise<void> {
  const ifExists = `Choose another file with --out, or update this one with --update ${file}.`;
  return writeNew(path, text, { file, ifExists, otherwise: OTHER_FILE });
}

/** The acceptance of new differences; `null` without a reason. Throws a UsageError for a last day that has passed. */
function whyOf({ reason, ticket, expires }: BaselineFlags): Acceptance | null {
  if (expires !== undefined && expires < new Date().toISOString().slice(0, 10)) {
    throw new UsageError(
      `--expires ${expires} is in the past, and an expired entry fails the run`,
      'Give the last day of acceptance in UTC: today or later.',
    );
  }
  const last = expires ?? new Date(Date.now() + ACCEPTED_DAYS * DAY_MS).toISOString().slice(0, 10);
  return reason === undefined ? null : { reason, ...(ticket !== undefined && { ticket }), expires: last };
}

interface Written {
  readonly file: string;
  /** Empty for a new baseline without differences, which is not written. */
  readonly entries: readonly BaselineEntry[];
  /** The changes, one line each; empty for a new baseline. */
  readonly changes: readonly string[];
}

/** Writes a new baseline, unless there is nothing to accept. */
async function create(io: Io, report: RunReport, flags: BaselineFlags): Promise<Written> {
  const why = whyOf(flags);
  if (why === null) throw new UsageError('a baseline needs --reason', BASELINE.reason.kind.missing);
  const { out: file = BASELINE.out.default } = flags;
  const { baselineText } = await import('../baseline/baseline-text.js');
  const accepted = entriesOf(differencesOf(report), why);
  const path = resolve(io.cwd, file);
  // A file that exists is an error in either case: its entries would fail the next run.
  if (accepted.length > 0 || existsSync(path)) {
    await writeBaseline(path, baselineText(file, { seed: report.seed, accepted }), file);
  }
  return { file, entries: accepted, changes: [] };
}

/** Updates a baseline: removes differences that are gone, adds new ones, and keeps everything else as written. */
async function update(io: Io, report: RunReport, old: string, flags: BaselineFlags): Promise<Written> {
  const { text, baseline } = await readBaselineFile(io.cwd, old);
  assertBaseline(baseline.accepted, report.checks);
  const renewal = renewBaseline(baseline.accepted, report);
  const why = whyOf(flags);
  if (renewal.added.length > 0 && why === null) {
    throw new UsageError(
      `the run found ${counted(renewal.added.length, 'difference')} that ${old} does not accept, first in ${renewal.added[0]?.check.id} at ${placeName(renewal.added[0]?.at ?? '')}`,
      'Nothing was written. To accept them, say why with --reason.',
    );
  }
  // The run may have accepted some of these by another baseline; that reason does not apply here.
  const fresh = renewal.added.map(({ check, at }) => ({ check, at }));
  const added: BaselineEntry[] = why === null ? [] : entriesOf(fresh, why);
  const { renewedText } = await import('../baseline/baseline-text.js');
  const renewed = renewedText(old, text, report.seed, renewal.entries, added);
  const { out: file = old } = flags;
  const path = resolve(io.cwd, file);
  if (flags.out !== undefined) await writeBaseline(path, renewed, file);
  else {
    await writeWhole(path, renewed).catch((error: unknown) => {
      throw new UsageError(`${file} cannot be written: ${systemProblem(error)}`, OTHER_FILE);
    });
  }
  const kept = renewal.entries.flatMap(({ is }) => is ?? []);
  return { file, entries: [...kept, ...added], changes: renewalLines(renewal.entries, added) };
}

/** `touchstone baseline RUN.json`: writes the differences of a run as accepted differences, for a person to review. */
export function baselineCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('baseline')
    .description('Write the differences of a run to a baseline file, for review')
    .argument('<run>', 'the run report that --report json=FILE wrote');
  return addOwnOptions(command, BASELINE).action(async (run: string, flags: BaselineFlags) => {
    const report = await readRunReport(io.cwd, run);
    const written =
      flags.update === undefined ? await create(io, report, flags) : await update(io, report, flags.update, flags);
    for (const note of baselineNotes(report)) io.stderr.write(`touchstone: ${terminalText(note)}\n`);
    for (const change of written.changes) io.stdout.write(`${terminalText(change)}\n`);
    io.stdout.write(`${terminalText(resultOf(written, flags))}\n`);
    done(0);
  });
}

/** What was written, and what to do with it. */
function resultOf({ file, entries }: Written, { update }: BaselineFlags): string {
  if (entries.length === 0) {
    return update === undefined
      ? 'The run found no differences, so there is nothing to accept. No file was written.'
      : `${file} accepts nothing any more. Delete it, and run touchstone check without --baseline.`;
  }
  const pairs = counted(entries.flatMap(partsOf).length, 'accepted difference');
  return `Wrote ${pairs} in ${counted(entries.length, 'entry', 'entries')}. Use: touchstone check --baseline ${file}`;
}
