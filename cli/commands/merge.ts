import { resolve } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import { REPORT_KINDS } from '../../options/choices.js';
import { exitCodeOf } from '../../reporters/exit-code.js';
import { wantsColor } from '../color.js';
import { addOptions, type Flags } from '../flags.js';
import { appendHistory } from '../history/history-files.js';
import { type Io, widthOf } from '../io.js';
import { repeatable } from '../option-parsers.js';
import { privacyOf } from '../privacy.js';
import { parseReports, proveWritable, rendering, writeReports } from '../report-files.js';
import { shardFiles } from '../shards/shard-files.js';
import { writeStepSummary } from '../step-summary.js';

interface MergeFlags extends Pick<Flags, 'bodies' | 'masks'> {
  readonly report?: readonly string[];
  readonly history?: string;
  readonly color?: boolean;
}

/** `touchstone merge DIR|FILES`: makes the report of a run from the reports of its shards; the exit code is that of the run. */
export function mergeCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('merge')
    .description('Merge the reports of the shards of a run into its report (exit codes as for check)')
    .argument('<reports...>', 'the run reports of the shards, or folders of them')
    .option(
      '--report <kind=file>',
      `write a report; kind is one of ${REPORT_KINDS.join(', ')}; - is standard output (repeatable)`,
      repeatable,
    )
    .option('--history <folder>', 'append the run to the history in this folder, for `touchstone history`')
    .option('--no-color', 'disable colours, as NO_COLOR in the environment does');
  return addOptions(command, ['bodies', 'masks']).action(async (paths: string[], flags: MergeFlags) => {
    const reports = parseReports(flags.report ?? [], io.cwd, REPORT_KINDS);
    const privacy = privacyOf(flags);
    await proveWritable(reports);
    const merged = await io.services.mergeReports(await shardFiles(io.cwd, paths));
    const problems = await writeReports(reports, io.stdout, rendering(reports, merged, privacy));
    await writeStepSummary(merged, privacy, io);
    if (flags.history !== undefined) await appendHistory(resolve(io.cwd, flags.history), merged);
    const { renderConsole } = await import('../../reporters/console.js');
    io.stdout.write(renderConsole(merged, { color: wantsColor(flags.color !== false, io), width: widthOf(io.stdout) }));
    if (problems.length > 0)
      throw new UsageError(problems.join('\n'), 'The reports are merged: see the summary above.');
    done(exitCodeOf(merged));
  });
}
