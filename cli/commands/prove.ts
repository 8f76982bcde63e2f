import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import type { ProofReport } from '../../schemas/generated/touchstone.js';
import { SEED } from '../check-flags.js';
import { interruptible } from '../interrupt.js';
import type { Io } from '../io.js';
import { number, repeatable } from '../option-parsers.js';
import { progressView } from '../progress.js';
import { parseReports, proveWritable, writeReports } from '../report-files.js';

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
--since REF runs what the files that differ from REF touch: a file of mutants or variants its own, a law the mutants
that name its rules and all variants by those rules; tests, documents, reporters and the command touch nothing, and
anything else touches everything.

Exit codes: 0 all mutants of level must are caught and nobody is accused, 1 not so, 2 wrong usage, 130 interrupted.`;

async function render(kind: (typeof REPORTS)[number], report: ProofReport): Promise<string> {
  if (kind === 'md') return (await import('../../reporters/proof/markdown.js')).renderProofMarkdown(report);
  return (await import('../../reporters/json.js')).renderJson(report);
}

/** Collects seeds. */
const seeds = (value: string, previous: readonly number[] = []): number[] => [...previous, SEED(value)];

/** `touchstone prove`: shows what the suite catches and that it accuses nobody wrongly; `done` takes the exit code. */
export function proveCommand(io: Io, done: (code: number) => void): Command {
  return new Command('prove')
    .description('prove the suite itself: run it on broken references, and on references that choose otherwise')
    .option('--mutant <glob>', 'broken references by id, or a pair of them: one+other (repeatable)', repeatable)
    .option('--variant <glob>', 'references that choose otherwise by id, or a pair of them (repeatable)', repeatable)
    .option('--family <glob>', 'families of both, such as "filter*" (repeatable)', repeatable)
    .option('--since <ref>', 'only what has changed since a commit of this repository touches')
    .option('--sample <number>', 'about so many mutants, a share of each family', number(1, 100_000))
    .option('--seed <number>', 'the random choices of the runs; each seed is a proof of its own (repeatable)', seeds)
    .option('--threads <number>', 'threads at once (default: one for each processor)', number(1, 256))
    .option('--report <kind=file>', 'write a report: json=FILE or md=FILE (repeatable)', repeatable)
    .option('-q, --quiet', 'no progress, only the summary')
    .addHelpText('after', SINCE)
    .action(async (flags: ProveFlags) => {
      const named = flags.mutant ?? flags.variant ?? flags.family;
      if (flags.since !== undefined && named !== undefined) {
        throw new UsageError('--since chooses by itself what runs', 'Leave out --mutant, --variant and --family.');
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
        if (problems.length > 0) throw new UsageError(problems.join('\n'), 'The proof itself is above.');
        done(signal.aborted ? INTERRUPTED : Number(!report.proven));
      } finally {
        stop();
        progress.stop();
      }
    });
}
