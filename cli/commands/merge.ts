import { resolve } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import { REPORT_KINDS } from '../../options/choices.js';
import { exitCodeOf } from '../../reporters/exit-code.js';
import { wantsColor } from '../color.js';
import { loadConfig } from '../config/load.js';
import { addOptions, type Flags } from '../flags.js';
import { appendHistory } from '../history/history-files.js';
import { type Io, widthOf } from '../io.js';
import { privacyOf } from '../privacy.js';
import { parseReports, proveWritable, rendering, writeReports } from '../report-files.js';
import { shardFiles } from '../shards/shard-files.js';
import { writeStepSummary } from '../step-summary.js';

const KEYS = ['config', 'profile', 'reports', 'bodies', 'masks', 'history', 'color'] as const;

/** `touchstone merge DIR|FILES`: makes the report of a run from the reports of its shards; the exit code is that of the run. */
export function mergeCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('merge')
    .description('Merge the reports of the shards of a run into its report (exit codes as for check)')
    .argument('<reports...>', 'the run reports of the shards, or folders of them');
  return addOptions(command, KEYS).action(async (paths: string[], flags: Pick<Flags, (typeof KEYS)[number]>) => {
    const reports = parseReports(flags.reports ?? [], io.cwd, REPORT_KINDS);
    const { config } = await loadConfig(io.cwd, flags);
    const privacy = privacyOf(flags, config);
    const shards = await shardFiles(io.cwd, paths);
    await proveWritable(
      reports,
      shards.map(({ file }) => resolve(io.cwd, file)),
    );
    const merged = await io.services.mergeReports(shards);
    const problems = await writeReports(reports, io.stdout, rendering(reports, merged, privacy));
    await writeStepSummary(merged, privacy, io);
    if (flags.history !== undefined) problems.push(...(await appendHistory(resolve(io.cwd, flags.history), merged)));
    const { renderConsole } = await import('../../reporters/console.js');
    io.stdout.write(renderConsole(merged, { color: wantsColor(flags.color !== false, io), width: widthOf(io.stdout) }));
    if (problems.length > 0)
      throw new UsageError(problems.join('\n'), 'The reports are merged: see the summary above.');
    done(exitCodeOf(merged));
  });
}
