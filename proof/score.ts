import { listRules } from '../conformance/list.js';
import { VERSION } from '../conformance/version.js';
import type { ProofReport } from '../schemas/generated/touchstone.js';
import { pairsIn } from './combinations.js';
import type { Subject } from './subject.js';
import type { Trial, Tripped } from './trial.js';

type MutantScore = ProofReport['mutants'][number];
type Accusation = ProofReport['falseAccusations'][number];

export interface Score {
  readonly subjects: readonly Subject[];
  readonly trials: readonly Trial[];
  readonly seeds: readonly number[];
  /** Whether everything ran, so that unneeded rules and clauses can be reported. */
  readonly whole: boolean;
  readonly durationMs: number;
}

/** The report of a proof from the trials of all subjects. */
export function scoreOf({ subjects, trials, seeds, whole, durationMs }: Score): ProofReport {
  const of = ({ kind, id }: Subject) => trials.filter(({ job }) => job.kind === kind && job.id === id);
  const mutants = subjects.filter(({ kind }) => kind === 'mutant').map((subject) => mutantScore(subject, of(subject)));
  const chosen = subjects.filter(({ kind }) => kind === 'variant');
  const variants = chosen.filter((subject) => subject.variants.length === 1);
  const combined = chosen.filter((subject) => subject.variants.length > 1);
  const withWrites = (some: readonly Subject[]) =>
    some.filter((one) => of(one).some(({ job }) => isOfWrites(one, job)));
  const inconclusiveWrites = variants.flatMap((subject) =>
    of(subject).flatMap((trial) => inconclusiveWritesIn(subject, trial)),
  );
  const falseAccusations = subjects
    .filter(({ kind }) => kind !== 'mutant')
    .flatMap((subject) => of(subject).flatMap((trial) => accusationsOf(subject, trial)))
    .sort((one, other) => one.level.localeCompare(other.level) || one.variant.localeCompare(other.variant));
  const faults = trials.flatMap(({ job, errors }) =>
    errors.map((message) => ({ subject: job.id, seed: job.seed, message })),
  );
  const must = mutants.filter(({ level }) => level === 'must');
  const should = mutants.filter(({ level }) => level === 'should');
  const isCaught = ({ caught }: MutantScore): boolean => caught;
  return {
    format: 'touchstone.proof-report/1',
    touchstone: VERSION,
    proven: [falseAccusations, inconclusiveWrites, faults].every(({ length }) => length === 0) && must.every(isCaught),
    whole,
    seeds: [...seeds],
    durationMs: Math.round(durationMs),
    runs: trials.length,
    requests: trials.reduce((sum, { requests }) => sum + requests, 0),
    figures: {
      mustMutants: must.length,
      mustCaught: must.filter(isCaught).length,
      shouldMutants: should.length,
      shouldCaught: should.filter(isCaught).length,
      variants: variants.length,
      variantsWithWrites: withWrites(variants).length,
      combinations: combined.length,
      combinationsWithWrites: withWrites(combined).length,
      pairs: pairsIn(combined.map(({ id }) => id)),
      mustAccusations: falseAccusations.filter(({ level }) => level === 'must').length,
      shouldAccusations: falseAccusations.filter(({ level }) => level === 'should').length,
      otherRules: mean(mutants.map(({ others }) => others.length)),
      unrelatedRules: mean(mutants.map(({ unrelated }) => unrelated.length)),
    },
    falseAccusations,
    inconclusiveWrites,
    faults,
    ...(whole ? needless(mutants) : { deadRules: [], unbrokenClauses: [] }),
    mutants,
    variants: variants.map(variantScore),
  };
}

/** A mutant counts as caught only by a rule and an operation that it names: other findings point to another cause. */
function mutantScore({ id, mutants }: Subject, trials: readonly Trial[]): MutantScore {
  const [first] = mutants;
  const named = (tripped: Tripped) =>
    mutants.some(({ rules, seenFrom }) => rules.includes(tripped.rule) && seenFrom.includes(tripped.operation));
  const rules = unique(mutants.flatMap((mutant) => mutant.rules));
  const also = mutants.flatMap((mutant) => mutant.also);
  const tripped = unique(trials.flatMap(({ failed }) => failed.map(({ rule }) => rule)));
  const survived = trials.filter(({ failed }) => !failed.some(named)).map(({ job }) => job.seed);
  const others = tripped.filter((rule) => !rules.includes(rule));
  return {
    id,
    title: mutants.map(({ title }) => title).join(', and '),
    family: first?.family ?? '',
    operations: unique(mutants.flatMap(({ operations }) => operations)),
    breaks: unique(mutants.flatMap(({ breaks }) => breaks)),
    rules,
    level: mutants.some(({ level }) => level === 'must') ? 'must' : 'should',
    rarity: mutants.some(({ rarity }) => rarity === 'rare') ? 'rare' : 'always',
    caught: trials.length > 0 && survived.length === 0,
    survivedSeeds: survived,
    caughtBy: unique(trials.flatMap(({ failed }) => failed.filter(named).map(({ rule }) => rule))),
    others,
    unrelated: others.filter((rule) => !also.includes(rule)),
  };
}

function accusationsOf(subject: Subject, trial: Trial): Accusation[] {
  const { id, variants } = subject;
  const { job, failed, verdict, reason, unrestored } = trial;
  const explained = variants.flatMap(({ warnings }) => warnings.rules);
  const accused = failed
    .filter(({ level, rule }) => level !== 'gap' && !(level === 'should' && explained.includes(rule)))
    .map(({ operation, rule, level, message }) => ({
      variant: id,
      seed: job.seed,
      check: `${operation}/${rule}`,
      level: level === 'must' ? ('must' as const) : ('should' as const),
      message,
    }));
  // Nothing that a run writes to a target that keeps the document may stay there.
  if (unrestored !== null && !variants.some(({ isShared }) => isShared))
    accused.push({ variant: id, seed: job.seed, check: 'restoration', level: 'must', message: unrestored });
  const expected = expectedVerdict(variants);
  const isPart = job.rules !== undefined || job.operations !== undefined;
  if (accused.length > 0 || verdict === expected || isPart) return accused;
  // Without an operation whose writes may stay inconclusive, the run may be too.
  const mayBeInconclusive = trial.inconclusiveWrites.length > 0 && inconclusiveWritesIn(subject, trial).length === 0;
  if (verdict === 'inconclusive' && mayBeInconclusive) return accused;
  const message = `the verdict is ${verdict} instead of ${expected}: ${reason}`;
  return [{ variant: id, seed: job.seed, check: 'verdict', level: 'must', message }];
}

/** Whether a run of a variant sends writes. */
function isOfWrites({ data }: Subject, job: Trial['job']): boolean {
  return (job.data ?? data) === 'writes';
}

/** The operations whose writes had no effect, although the variant leaves enough to decide them by. */
function inconclusiveWritesIn(
  { id, variants }: Subject,
  { job, inconclusiveWrites }: Trial,
): ProofReport['inconclusiveWrites'] {
  const permitted = variants.flatMap((variant) => variant.inconclusiveWrites);
  return inconclusiveWrites
    .filter(({ operation }) => !permitted.includes(operation))
    .map(({ operation, reason }) => ({ variant: id, seed: job.seed, operation, reason }));
}

function expectedVerdict(variants: Subject['variants']): 'conforms' | 'inconclusive' {
  return variants.some(({ verdict }) => verdict === 'inconclusive') ? 'inconclusive' : 'conforms';
}

function variantScore({ id, variants }: Subject): ProofReport['variants'][number] {
  return {
    id,
    title: variants.map(({ title }) => title).join(', and '),
    family: variants[0]?.family ?? '',
    chooses: unique(variants.flatMap(({ chooses }) => chooses)),
    liberty: variants.find(({ liberty }) => liberty !== null)?.liberty ?? null,
    warnings: unique(variants.flatMap(({ warnings }) => warnings.rules)),
    because: unique(variants.map(({ warnings }) => warnings.because).filter((text) => text !== '')).join(' '),
    verdict: expectedVerdict(variants),
  };
}

/** Rules that catch no mutant that names them, and clauses that no mutant breaks. */
function needless(mutants: readonly MutantScore[]): Pick<ProofReport, 'deadRules' | 'unbrokenClauses'> {
  const { rules, clauses } = listRules();
  const caughtBy = new Set(mutants.flatMap((mutant) => mutant.caughtBy));
  const broken = new Set<string>(mutants.flatMap((mutant) => mutant.breaks));
  return {
    deadRules: rules.filter(({ id, level }) => level !== 'gap' && !caughtBy.has(id)).map(({ id }) => id),
    unbrokenClauses: clauses
      .filter(({ id, level, untested }) => level !== 'gap' && untested === null && !broken.has(id))
      .map(({ id }) => id),
  };
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)].sort();

/** The mean, rounded to two decimals. */
function mean(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.length === 0 ? 0 : Math.round((100 * sum) / values.length) / 100;
}
