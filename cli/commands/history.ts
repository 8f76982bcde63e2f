import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import { counted } from '../../reporters/numbers.js';
import { readHistory } from '../history/history-files.js';
import type { Io } from '../io.js';
import { reportFile, writeReports } from '../report-files.js';

interface HistoryFlags {
  readonly json?: boolean;
  readonly html?: string;
}

/** `touchstone history DIR`: prints how the runs of each target changed over time. */
export function historyCommand(io: Io, done: (code: number) => void): Command {
  return new Command('history')
    .description('Print how runs changed over time: verdicts, flaky checks, response times')
    .argument('<folder>', 'the folder that --history FOLDER wrote')
    .option('--json', 'print JSON')
    .option('--html <file>', 'write an HTML page with plots; - is standard output')
    .action(async (folder: string, { json, html }: HistoryFlags) => {
      const { trendsOf } = await import('../../reporters/history/trends.js');
      const histories = await readHistory(io.cwd, folder);
      const damaged = histories.reduce((sum, history) => sum + history.damaged, 0);
      if (damaged > 0) io.stderr.write(`touchstone: ${counted(damaged, 'line')} of ${folder} could not be read\n`);
      const trends = histories.flatMap(({ lines }) => trendsOf(lines) ?? []);
      if (trends.length === 0) {
        throw new UsageError(
          `the history in ${folder} has no run`,
          'Give the folder that `touchstone check --history` wrote.',
        );
      }
      if (html !== undefined) {
        const { renderHistoryHtml } = await import('../../reporters/history/html.js');
        const files = [reportFile('html', html, io.cwd)];
        const problems = await writeReports(files, io.stdout, async () => renderHistoryHtml(trends));
        if (problems.length > 0) throw new UsageError(problems.join('\n'));
      }
      if (json === true) io.stdout.write(`${JSON.stringify(trends, null, 2)}\n`);
      else if (html === undefined) {
        const { renderHistory } = await import('../../reporters/history/console.js');
        io.stdout.write(trends.map(renderHistory).join('\n'));
      }
      done(0);
    });
}
