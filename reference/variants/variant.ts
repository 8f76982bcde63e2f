import type { ClauseId } from '../../contract/clauses/index.js';
import type { TargetOptions } from '../../engine/target/options.js';
import type { Hook } from '../behaviour.js';
import type { ReferenceOptions } from '../create-reference.js';
import { slug } from '../slug.js';

/** Rules of level should that rightly warn about a variant, and why it still conforms to the document. */
export interface ExpectedWarnings {
  readonly rules: readonly string[];
  readonly because: string;
}

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
  /** The data it takes to show: `few`, or lists of several pages of the default size. */
  readonly data: 'few' | 'pages';
  readonly reference: Omit<ReferenceOptions, 'hooks'>;
  /** The options that a user sets for such a target. */
  readonly target: Partial<TargetOptions>;
  readonly warnings: ExpectedWarnings;
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
