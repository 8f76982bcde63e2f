import type { ReferenceOptions } from '../reference/index.js';
import { drawPresentations } from '../reference/variants/presentation.js';
import { subjectOf } from './subject.js';

/** How a server is to differ from the reference: ids of mutants and variants, and a seed. */
export interface Differences {
  readonly mutants: readonly string[];
  readonly variants: readonly string[];
  /** Each response is presented in another permitted way, drawn by this seed. */
  readonly nasty: number | null;
}

/** A reference that differs, and one line for each difference. */
export interface Served {
  readonly reference: ReferenceOptions;
  readonly lines: readonly string[];
}

/** The reference with these differences; throws a UsageError for an unknown id. */
export function served({ mutants, variants, nasty }: Differences): Served {
  const broken = mutants.map((id) => subjectOf('mutant', id));
  const chosen = variants.map((id) => subjectOf('variant', id));
  const all = [...chosen, ...broken];
  const hooks = all.flatMap(({ reference }) => reference.hooks ?? []);
  const of = (operations: readonly string[]) => (operations.length > 3 ? '' : ` (${operations.join(', ')})`);
  return {
    reference: {
      ...Object.assign({}, ...all.map(({ reference }) => reference)),
      hooks,
      ...(nasty !== null && { drawn: drawPresentations(nasty) }),
    },
    lines: [
      ...broken.flatMap((one) => one.mutants.map(({ title, operations }) => `defect: ${title}${of(operations)}`)),
      ...chosen.flatMap((one) => one.variants.map(({ title }) => `permitted: ${title}`)),
      ...(nasty === null ? [] : [`permitted: each response is presented in another way, drawn by the seed ${nasty}`]),
    ],
  };
}
