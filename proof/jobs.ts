import { listRules } from '../conformance/list.js';
import { matchesGlob } from '../engine/target/matches-glob.js';
import { WRITES } from '../reference/variants/variant.js';
import { Host } from './host.js';
import { reachOf } from './reach.js';
import type { Subject } from './subject.js';
import type { Job } from './trial.js';
import { writeJob } from './write-job.js';

/** A planned run and its subject. */
export interface PlannedJob {
  readonly subject: Subject;
  readonly job: Job;
}

/** By operation: the operations whose checks request it; `null` if mutants run every check that reads. */
type Reach = ReadonlyMap<string, ReadonlySet<string>> | null;

/** Two cheap reads. One that is not broken runs with each mutant, so that the target does not look unavailable. */
const COMPANIONS = ['getApplicationsKpis', 'getUserKpis'];

/**
 * The runs of a proof, for each seed. A variant runs every check, or those of `rules`; a mutant runs the checks that can
 * detect it. `sampled` leaves out the write checks of most variants that are not about writes, and the other checks of
 * those that are. If all other subjects are mutants, the reference runs only the checks of the operations that they
 * break.
 */
export async function jobsOf(
  subjects: readonly Subject[],
  seeds: readonly number[],
  rules: readonly string[] | undefined,
  sampled = false,
): Promise<PlannedJob[]> {
  const mutants = subjects.filter(({ kind }) => kind === 'mutant');
  const isControl = mutants.length > 0 && !subjects.some(({ kind }) => kind === 'variant');
  const reach = await reachFor(mutants, seeds);
  const [ofReads, ofWrites] = [haveRules(rules, (one) => !isWrite(one)), haveRules(rules, isWrite)];
  return seeds.flatMap((seed) =>
    subjects.flatMap((subject, index): PlannedJob[] => {
      const { kind, id } = subject;
      if (kind === 'mutant') return [{ subject, job: mutantJob(subject, seed, reach) }];
      if (kind === 'reference' && isControl) return controlJobs(mutants, seed).map((job) => ({ subject, job }));
      const isPart = sampled && isWriting(subject) && ofWrites;
      const job = { kind, id, seed, ...(rules && { rules }), ...(isPart && { operations: WRITES }) };
      const isLeftOut = sampled && (index + seed) % (isSingle(subject) ? ONE_IN : ONE_IN_TOGETHER) > 0;
      if (isWriting(subject) || isLeftOut || !ofWrites) return [{ subject, job }];
      const writing: Job = { ...job, data: 'writes', operations: WRITES };
      return [...(ofReads ? [job] : []), writing].map((one) => ({ subject, job: one }));
    }),
  );
}

/** The share of the variants that are not about writes whose write checks run in a sample, as its reciprocal. */
const ONE_IN = 8;
/** The same for the combinations of variants. */
const ONE_IN_TOGETHER = 7;

/** Whether a rule that matches the globs applies to one of some operations. */
function haveRules(globs: readonly string[] | undefined, isOne: (operation: string) => boolean): boolean {
  if (globs === undefined) return true;
  return listRules().rules.some(
    ({ id, operations }) => globs.some((glob) => matchesGlob(id, glob)) && operations.some(isOne),
  );
}

const isSingle = ({ variants }: Subject): boolean => variants.length === 1;
const isWrite = (operation: string): boolean => WRITES.includes(operation);
const isWriting = ({ data }: Subject): boolean => data === 'writes';

/** For a single run, finding the checks that can detect the mutant costs more than running all checks. */
async function reachFor(mutants: readonly Subject[], seeds: readonly number[]): Promise<Reach> {
  if (mutants.filter((mutant) => !isWriting(mutant)).length * seeds.length <= 1) return null;
  const host = await Host.start();
  try {
    return await reachOf(host);
  } finally {
    await host.close();
  }
}

function mutantJob({ kind, id, mutants: broken, data }: Subject, seed: number, reach: Reach): Job {
  if (data === 'writes') return { kind, id, seed, ...writeJob(broken) };
  if (reach === null) return { kind, id, seed };
  const seeing = new Set(broken.flatMap(({ operations }) => operations.flatMap((one) => [...(reach.get(one) ?? [])])));
  const companion = COMPANIONS.find((one) => !broken.some(({ operations }) => operations.includes(one)));
  return { kind, id, seed, operations: [...seeing, ...(companion === undefined ? [] : [companion])] };
}

/** Runs of the reference that show whether the rules that mutants name fail without a mutation. */
function controlJobs(mutants: readonly Subject[], seed: number): Job[] {
  const brokenBy = (some: readonly Subject[]) => some.flatMap((subject) => subject.mutants);
  const [writing, reading] = [mutants.filter(isWriting), mutants.filter((mutant) => !isWriting(mutant))];
  const operations = brokenBy(reading).flatMap((mutant) => [...mutant.operations, ...mutant.seenFrom]);
  const control = { kind: 'reference', id: 'reference', seed } as const;
  return [
    ...(reading.length > 0 ? [{ ...control, operations: [...new Set([...operations, ...COMPANIONS])] }] : []),
    ...(writing.length > 0 ? [{ ...control, data: 'writes' as const, ...writeJob(brokenBy(writing)) }] : []),
  ];
}
