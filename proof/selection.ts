import { matchesGlob } from '../engine/target/matches-glob.js';
import { suggest } from '../engine/target/suggest.js';
import { UsageError } from '../engine/target/usage-error.js';
import { mutants } from '../reference/mutants/index.js';
import { variants } from '../reference/variants/index.js';
import { combinations, fewCombinations, randomCombinations } from './combinations.js';
import type { Change } from './since.js';
import { type Subject, subjectOf, theReference } from './subject.js';

/** The selected part of the proof; everything if empty. */
export interface ProofSelection {
  /** Globs of ids, and pairs such as `one+other`. */
  readonly mutants?: readonly string[];
  readonly variants?: readonly string[];
  /** Globs of families of mutants and variants. */
  readonly families?: readonly string[];
  /** About how many mutants to run, a share of each family, with each variant in a combination; default all. */
  readonly sample?: number;
  /** Run this many random combinations of variants instead. */
  readonly randomCombinations?: number;
  /** Chooses the combinations of a sample, and the random ones; default 1. */
  readonly seed?: number;
}

/** The subjects to run. */
export interface Selected {
  readonly subjects: readonly Subject[];
  /** Whether these are all subjects. */
  readonly whole: boolean;
}

const named = <Known extends { readonly id: string; readonly family: string }>(
  known: readonly Known[],
  kind: 'mutant' | 'variant',
  { ids, families }: { ids: readonly string[]; families: readonly string[] },
): Subject[] => {
  const isMatch = (text: string, globs: readonly string[]) => globs.some((glob) => matchesGlob(text, glob));
  const wanted = known.filter(({ id, family }) => isMatch(id, ids) || isMatch(family, families)).map(({ id }) => id);
  const together = ids.filter((id) => id.includes('+') && !wanted.includes(id));
  return [...wanted, ...together].map((id) => subjectOf(kind, id));
};

/**
 * The subjects that match the globs: always the reference, and by default all mutants, variants and combinations of
 * variants.
 * Throws a UsageError for a glob that matches nothing.
 */
export function selected(selection: ProofSelection): Selected {
  if (selection.randomCombinations !== undefined) return atRandom(selection.randomCombinations, selection.seed ?? 1);
  const { mutants: mutantIds = [], variants: variantIds = [], families = [] } = selection;
  const nothing = mutantIds.length + variantIds.length + families.length === 0;
  const everything = nothing ? ['**'] : [];
  demandHits(
    'mutant',
    mutantIds.filter(isGlob),
    mutants.map(({ id }) => id),
  );
  demandHits(
    'variant',
    variantIds.filter(isGlob),
    variants.map(({ id }) => id),
  );
  demandHits('family', families, [...new Set([...mutants, ...variants].map(({ family }) => family))]);
  const broken = named(mutants, 'mutant', { ids: [...mutantIds, ...everything], families });
  const sampled = selection.sample === undefined ? broken : sampleOf(broken, selection.sample);
  const whole = nothing && sampled.length === broken.length;
  const conforming = nothing
    ? everyVariant(whole, selection.seed ?? 1)
    : named(variants, 'variant', { ids: variantIds, families });
  return { whole, subjects: [theReference, ...conforming, ...sampled] };
}

/** More users make a run take as long as about twenty others. */
const MANY_USERS = 5000;

/**
 * Each variant: alone and in all combinations; or only in one of a few combinations where it is in any, and without those
 * that take very long.
 */
function everyVariant(whole: boolean, seed: number): Subject[] {
  const combined = whole ? combinations() : fewCombinations(seed);
  const together = new Set(whole ? [] : combined.flatMap((id) => id.split('+')));
  const quick = variants.filter(({ reference }) => whole || (reference.sizes?.users ?? 0) <= MANY_USERS);
  const alone = quick.map(({ id }) => id).filter((id) => !together.has(id));
  return [...alone, ...combined].map((id) => subjectOf('variant', id));
}

/** The reference, and random combinations of variants. */
function atRandom(count: number, seed: number): Selected {
  const ids = randomCombinations(count, seed);
  return { whole: false, subjects: [theReference, ...ids.map((id) => subjectOf('variant', id))] };
}

/** About this many subjects: a share of each family, at least one, evenly spread; the same ones each time. */
export function sampleOf(subjects: readonly Subject[], most: number): Subject[] {
  const families = new Map<string, Subject[]>();
  for (const subject of subjects) {
    const family = subject.mutants[0]?.family ?? '';
    families.set(family, [...(families.get(family) ?? []), subject]);
  }
  const share = Math.min(1, most / subjects.length);
  return [...families.values()].flatMap((own) => {
    const count = Math.max(1, Math.round(own.length * share));
    return Array.from({ length: count }, (_unused, index) => own[Math.floor((index * own.length) / count)] as Subject);
  });
}

/** The subjects that a change affects: mutants that changed or that name a changed rule, and all variants. */
export function touched({ families, rules }: Exclude<Change, 'everything'>): Selected {
  const own = mutants.filter(
    (mutant) => families.includes(`mutants/${mutant.family}`) || mutant.rules.some((rule) => rules.includes(rule)),
  );
  const all = [
    ...variants.map((variant) => ({ id: variant.id, family: variant.family })),
    ...combinations().map((id) => ({ id, family: '' })),
  ];
  const chosen = rules.length > 0 ? all : all.filter(({ family }) => families.includes(`variants/${family}`));
  return {
    whole: false,
    subjects: [
      theReference,
      ...chosen.map(({ id }) => subjectOf('variant', id)),
      ...own.map(({ id }) => subjectOf('mutant', id)),
    ],
  };
}

const isGlob = (id: string): boolean => !id.includes('+');

function demandHits(what: string, globs: readonly string[], known: readonly string[]): void {
  for (const glob of globs) {
    if (known.some((id) => matchesGlob(id, glob))) continue;
    throw new UsageError(`no ${what} matches "${glob}"`, suggest(glob, known) || 'docs/proof.md lists all of them.');
  }
}
