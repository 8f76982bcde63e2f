import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import type { ProofReport } from '../../schemas/generated/touchstone.js';
import { SEED } from '../flags.js';
import { interruptible } from '../interrupt.js';
import type { Io } from '../io.js';
import { number, repeatable } from '../option-parsers.js';
import { progressView } from '../progress.js';
import { parseReports, proveWritable, writeReports } from '../report-files.js';
import { wrappedHelp } from '../wrapped-help.js';

interface ProveFlags {
  readonly mutant?: readonly string[];
  readonly variant?: readonly string[];
  readonly family?: readonly string[];
  readonly since?: string;
  readonly sample?: number;
  readonly seed?: readonly number[];
  readonly threads?: number;
  readonly report?: readonly string[];
  readonly quiet?: boolean;
}

const REPORTS = ['json', 'md'] as const;
const INTERRUPTED = 130;

const SINCE = `
--since REF runs only what the files that differ from REF affect. A file of mutants or variants affects those it
defines. A law affects the mutants that name its rules, and runs all variants with those rules. Tests, documents,
reporters and the command line affect nothing. Any other file affects everything.

Exit codes: 0 all MUST mutants are caught and no variant fails, 1 otherwise, 2 invalid usage, 130 interrupted.`;

async function render(kind: (typeof REPORTS)[number], report: ProofReport): Promise<string> {
  if (kind === 'md') return (await import('../../reporters/proof/markdown.js')).renderProofMarkdown(report);
  return (await import('../../reporters/json.js')).renderJson(report);
}

/** Collects seeds. */
const seeds = (value: string, previous: readonly number[] = []): number[] => [...previous, SEED(value)];

/** `touchstone prove`: tests the suite against mutants and variants; `done` receives the exit code. */
export function proveCommand(io: Io, done: (code: number) => void): Command {
  return new Command('prove')
    .description('Test the suite itself: run it against broken references and against conforming alternatives')
    .option('--mutant <glob>', 'run these broken references, by id; one+other combines two (repeatable)', repeatable)
    .option(
      '--variant <glob>',
      'run these conforming alternatives, by id; one+other combines two (repeatable)',
      repeatable,
    )
    .option('--family <glob>', 'run these families of mutants and variants, such as "filter*" (repeatable)', repeatable)
    .option('--since <ref>', 'run only what the changes since this commit affect')
    .option('--sample <number>', 'run about this many mutants, a share of each family', number(1, 100_000))
    .option('--seed <number>', 'the random seed; each seed is a separate proof (repeatable)', seeds)
    .option('--threads <number>', 'number of worker threads (default: one for each processor)', number(1, 256))
    .option('--report <kind=file>', 'write a report: json=FILE or md=FILE (repeatable)', repeatable)
    .option('-q, --quiet', 'print the summary only, without progress')
    .addHelpText('after', () => wrappedHelp(SINCE, io))
    .action(async (flags: ProveFlags) => {
      const named = flags.mutant ?? flags.variant ?? flags.family;
      if (flags.since !== undefined && named !== undefined) {
        throw new UsageError('--since cannot be combined with --mutant, --variant or --family', 'Remove one of them.');
      }
      const reports = parseReports(flags.report ?? [], io.cwd, REPORTS);
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
