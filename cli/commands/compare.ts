import { Command } from 'commander';
import { compareReports } from '../../reporters/comparison/compare-reports.js';
import { renderComparison } from '../../reporters/comparison/render-comparison.js';
import { comparisonExitCode } from '../../reporters/comparison/result.js';
import type { Io } from '../io.js';
import { readRunReport } from '../run-report.js';

/** `touchstone compare BEFORE.json AFTER.json`: prints how two runs differ; exit 1 if the later is worse, 3 if it is incomplete or inconclusive. */
export function compareCommand(io: Io, done: (code: number) => void): Command {
  return new Command('compare')
    .description(
      'Compare a run with an earlier run, or with a run on another target (exit 1 if it is worse, 3 if it is incomplete or inconclusive)',
    )
    .argument('<before>', 'the earlier run report')
    .argument('<after>', 'the later run report')
    .option('--json', 'print JSON')
    .action(async (earlier: string, later: string, { json }: { readonly json?: boolean }) => {
      const [before, after] = [await readRunReport(io.cwd, earlier), await readRunReport(io.cwd, later)];
      const comparison = compareReports(before, after);
      io.stdout.write(json ? `${JSON.stringify(comparison, null, 2)}\n` : renderComparison(comparison, after));
      done(comparisonExitCode(comparison.result));
    });
}
