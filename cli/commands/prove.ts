import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import { PROOF_REPORT_KINDS } from '../../options/choices.js';
import { PROVE } from '../../options/groups/prove.js';
import type { ProofReport } from '../../schemas/generated/touchstone.js';
import { addOwnOptions, type OwnFlags } from '../flags.js';
import { interruptible } from '../interrupt.js';
import type { Io } from '../io.js';
import { progressView } from '../progress.js';
import { parseReports, proveWritable, writeReports } from '../report-files.js';
import { wrappedHelp } from '../wrapped-help.js';

const INTERRUPTED = 130;

const SINCE = `
--since REF runs only what the files that differ from REF affect. A file of mutants or variants affects those it
defines. A law affects the mutants that name its rules, and runs all variants with those rules. Tests, documents,
reporters and the command line affect nothing. Any other file affects everything.

Exit codes: 0 all MUST mutants are caught and no variant fails, 1 otherwise, 2 invalid usage, 130 interrupted.`;

async function render(kind: (typeof PROOF_REPORT_KINDS)[number], report: ProofReport): Promise<string> {
  if (kind === 'md') return (await import('../../reporters/proof/markdown.js')).renderProofMarkdown(report);
  return (await import('../../reporters/json.js')).renderJson(report);
}

/** `touchstone prove`: tests the suite against mutants and variants; `done` receives the exit code. */
export function proveCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('prove').description(
    'Test the suite itself: run it against broken references and against conforming alternatives',
  );
  return addOwnOptions(command, PROVE)
    .addHelpText('after', () => wrappedHelp(SINCE, io))
    .action(async (flags: OwnFlags<typeof PROVE>) => {
      const named = flags.mutant ?? flags.variant ?? flags.family;
      if (flags.randomCombinations !== undefined && (named ?? flags.since ?? flags.sample) !== undefined) {
        throw new UsageError(
          '--random-combinations cannot be combined with --mutant, --variant, --family, --since or --sample',
          'Remove one of them.',
        );
      }
      if (flags.since !== undefined && named !== undefined) {
        throw new UsageError('--since cannot be combined with --mutant, --variant or --family', 'Remove one of them.');
      }
      const reports = parseReports(flags.report ?? [], io.cwd, PROOF_REPORT_KINDS);
      await proveWritable(reports);
      const progress = await progressView(io.stderr, flags.quiet === true, { noun: 'run' });
      const { signal, stop } = interruptible(io, () => progress.stop());
      try {
        const report = await io.services.prove({
          mutants: flags.mutant ?? [],
          variants: flags.variant ?? [],
          families: flags.family ?? [],
          cwd: io.cwd,
          signal,
          onProgress: progress.update.bind(progress),
          ...(flags.seed && { seeds: [...new Set(flags.seed)] }),
          ...(flags.since !== undefined && { since: flags.since }),
          ...(flags.sample !== undefined && { sample: flags.sample }),
          ...(flags.randomCombinations !== undefined && { randomCombinations: flags.randomCombinations }),
          ...(flags.threads !== undefined && { threads: flags.threads }),
        });
        progress.stop();
        const problems = await writeReports(reports, io.stdout, (kind) => render(kind, report));
        const { renderProof } = await import('../../reporters/proof/console.js');
        io.stdout.write(renderProof(report));
        if (problems.length > 0)
          throw new UsageError(problems.join('\n'), 'The proof is complete: see the summary above.');
        done(signal.aborted ? INTERRUPTED : Number(!report.proven));
      } finally {
        stop();
        progress.stop();
      }
    });
}
