import type { ClauseId } from '../../contract/clauses/index.js';
import type { TargetOptions } from '../../engine/target/options.js';
import type { Hook } from '../behaviour.js';
import type { ReferenceOptions } from '../create-reference.js';
import { slug } from '../slug.js';

/** Rules of level should that rightly hold a warning against a variant, and why it keeps the document all the same. */
export interface ExpectedWarnings {
  readonly rules: readonly string[];
  readonly because: string;
}

/** The reference with another legal choice where the document is silent, or where HTTP or JSON leave one. */
export interface Variant {
  /** Stable, in kebab-case; what `touchstone prove --variant` takes. */
  readonly id: string;
  readonly title: string;
  readonly family: string;
  /** The clauses that leave the choice, most of them gaps. */
  readonly chooses: readonly ClauseId[];
  /** Where the choice is one of HTTP or of JSON: the section of the RFC that leaves it. */
  readonly liberty: string | null;
  readonly hooks: readonly Hook[];
  /** How many records it takes to show: `few`, or lists of several pages of the default size. */
  readonly data: 'few' | 'pages';
  readonly reference: Omit<ReferenceOptions, 'hooks'>;
  /** What a person who checks such a target declares. */
  readonly target: Partial<TargetOptions>;
  readonly warnings: ExpectedWarnings;
  /** `inconclusive` where there is nothing to judge by. */
  readonly verdict: 'conforms' | 'inconclusive';
}

/** A variant as it is written down in its family; what is left out is as in the reference. */
export interface Choice {
  /** Default: the slug of the title. An id never changes, so a variant whose title is reworded gets its id here. */
  readonly id?: string;
  readonly title: string;
  readonly chooses?: readonly ClauseId[];
  readonly liberty?: string;
  readonly hooks?: readonly Hook[];
  readonly reference?: Variant['reference'];
  readonly target?: Variant['target'];
  readonly warnings?: ExpectedWarnings;
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
    warnings: { rules: [], because: '' },
    verdict: 'conforms',
    ...choice,
  }));
}
