import type { ClauseId } from '../../contract/clauses/index.js';
import { operations } from '../../contract/operations/index.js';
import type { CheckOptions, TargetOptions } from '../../engine/target/options.js';
import type { Hook } from '../behaviour.js';
import type { ReferenceOptions } from '../create-reference.js';
import { slug } from '../slug.js';

/** Rules of level should that rightly warn about a variant, and why it still conforms to the document. */
export interface ExpectedWarnings {
  readonly rules: readonly string[];
  readonly because: string;
}

/** The operations that write, and those that read what only a write creates. */
export const WRITES: readonly string[] = operations
  .filter(
    ({ tier, parameters }) => tier !== undefined || parameters.some((one) => one.in === 'path' && one.fixture === null),
  )
  .map(({ id }) => id);

type WriteOptions = Pick<CheckOptions, 'bulkScope' | 'consistencyWindowMs' | 'taskTimeoutMs'>;

/** The reference with another permitted choice of unspecified behaviour, or of what HTTP or JSON leave open. */
export interface Variant {
  /** Stable, in kebab-case; the value of `touchstone prove --variant`. */
  readonly id: string;
  readonly title: string;
  readonly family: string;
  /** The clauses that leave the choice open, most of them gaps. */
  readonly chooses: readonly ClauseId[];
  /** The section of the RFC that leaves the choice open, if it is a choice of HTTP or JSON. */
  readonly liberty: string | null;
  readonly hooks: readonly Hook[];
  /** The data it takes to show: `few`, lists of several pages of the default size, or records to write to. */
  readonly data: 'few' | 'pages' | 'writes';
  readonly reference: Omit<ReferenceOptions, 'hooks'>;
  /** The options that a user sets for such a target. */
  readonly target: Partial<TargetOptions>;
  /** The options that a user would set for a run with writes. */
  readonly writes: WriteOptions;
  /** Operations whose writes may stay inconclusive, because the choice leaves too little to decide them by. */
  readonly inconclusiveWrites: readonly string[];
  readonly warnings: ExpectedWarnings;
  /** Whether other clients change records, which then stay as these have left them. */
  readonly isShared: boolean;
  /** `inconclusive` if there is nothing to judge. */
  readonly verdict: 'conforms' | 'inconclusive';
}

/** A variant as declared in its family; everything else is as in the reference. */
export interface Choice {
  /** Default: the slug of the title. An id never changes, so a variant whose title is reworded keeps its id here. */
  readonly id?: string;
  readonly title: string;
  readonly chooses?: readonly ClauseId[];
  readonly liberty?: string;
  readonly hooks?: readonly Hook[];
  readonly reference?: Variant['reference'];
  readonly target?: Variant['target'];
  readonly writes?: WriteOptions;
  readonly inconclusiveWrites?: readonly string[];
  readonly warnings?: ExpectedWarnings;
  readonly isShared?: boolean;
  readonly verdict?: Variant['verdict'];
}

/** The variants of one family. */
export function family(name: string, choices: readonly Choice[], data: Variant['data'] = 'pages'): Variant[] {
  return choices.map((choice) => ({
    id: slug(choice.title),
    family: name,
    data,
    chooses: [],
    liberty: null,
    hooks: [],
    reference: {},
    target: {},
    writes: {},
    inconclusiveWrites: [],
    warnings: { rules: [], because: '' },
    isShared: false,
    verdict: 'conforms',
    ...choice,
  }));
}
