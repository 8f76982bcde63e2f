import type { CheckOptions, TargetOptions } from '../engine/target/options.js';
import { suggest } from '../engine/target/suggest.js';
import { UsageError } from '../engine/target/usage-error.js';
import type { ReferenceOptions } from '../reference/index.js';
import { type Mutant, mutants } from '../reference/mutants/index.js';
import { type Variant, variants } from '../reference/variants/index.js';

/** The subject of a run: the reference, a variant, a mutant, or several combined: `one+other`. */
export interface Subject {
  readonly kind: 'reference' | 'variant' | 'mutant';
  readonly id: string;
  readonly mutants: readonly Mutant[];
  readonly variants: readonly Variant[];
  /** `writes` if a part of it writes, `few` if few records are enough for all of its parts. */
  readonly data: Mutant['data'];
  readonly reference: ReferenceOptions;
  readonly target: Partial<TargetOptions>;
  /** The options of a run with writes. */
  readonly writes: CheckOptions;
  /** The number of users that may be removed permanently. */
  readonly removable: number;
}

const REFERENCE = 'reference';
/** As few users as a user would typically allow to remove permanently. */
const REMOVABLE = 4;

function find<Known extends { readonly id: string }>(known: readonly Known[], kind: string, id: string): Known {
  const found = known.find((one) => one.id === id);
  if (found !== undefined) return found;
  const ids = known.map((one) => one.id);
  throw new UsageError(`unknown ${kind} "${id}"`, suggest(id, ids) || `docs/proof.md lists all ${kind}s.`);
}

/** The data for all parts. A combination runs its reads apart from its writes, on data with more children. */
function dataOf(parts: readonly Pick<Mutant, 'data'>[], isCombination: boolean): Subject['data'] {
  if (!isCombination && parts.some(({ data }) => data === 'writes')) return 'writes';
  return parts.length > 0 && parts.every(({ data }) => data !== 'pages') ? 'few' : 'pages';
}

/** The subject of a kind and an id; throws a UsageError for an unknown id. */
export function subjectOf(kind: Subject['kind'], id: string): Subject {
  const parts = id === REFERENCE ? [] : id.split('+');
  const broken = kind === 'mutant' ? parts.map((part) => find(mutants, kind, part)) : [];
  const chosen = kind === 'variant' ? parts.map((part) => find(variants, kind, part)) : [];
  return {
    kind,
    id,
    mutants: broken,
    variants: chosen,
    data: dataOf([...broken, ...chosen], chosen.length > 1),
    reference: {
      ...Object.assign({}, ...[...chosen, ...broken].map(({ reference }) => reference)),
      hooks: [...chosen.flatMap(({ hooks }) => hooks), ...broken.map(({ hook }) => hook)],
    },
    target: Object.assign({}, ...chosen.map(({ target }) => target)),
    writes: Object.assign({}, ...chosen.map(({ writes }) => writes)),
    removable: Math.max(REMOVABLE, ...broken.map(({ removable = 0 }) => removable)),
  };
}

/** The reference without changes. A failure of it would also appear in every mutant. */
export const theReference: Subject = subjectOf('reference', REFERENCE);
