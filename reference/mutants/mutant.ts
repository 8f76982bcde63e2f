import { type ClauseId, clause } from '../../contract/clauses/index.js';
import type { Hook } from '../behaviour.js';
import { on } from '../hooks.js';
import { slug } from '../slug.js';

/** The reference with one defect: what it breaks, and which rules have to find it. */
export interface Mutant {
  /** Stable, in kebab-case; what `touchstone prove --mutant` takes. */
  readonly id: string;
  readonly title: string;
  readonly family: string;
  /** The operations that are broken; the others stay as they are. */
  readonly operations: readonly string[];
  readonly breaks: readonly ClauseId[];
  /** The rules that must find it: at least one of them. */
  readonly rules: readonly string[];
  /** The operations whose checks find it. */
  readonly seenFrom: readonly string[];
  /** Other rules that the same defect breaks as well. */
  readonly also: readonly string[];
  /** The highest level of the clauses that it breaks. */
  readonly level: 'must' | 'should';
  /** `rare`: most requests for the broken operations show nothing of it. */
  readonly rarity: 'always' | 'rare';
  /** What it takes to show: `few` records, lists of several pages of the default size, or records to write to. */
  readonly data: 'few' | 'pages' | 'writes';
  readonly hook: Hook;
}

/** A mutant as it is written down in its family; what is left out follows from the rest. */
export interface Defect {
  /** Default: the slug of the title. An id never changes, so a mutant whose title is reworded gets its id here. */
  readonly id?: string;
  readonly title: string;
  readonly operation: string | readonly string[];
  /** The clause that it breaks and the rule of the same name that finds it; several where any one of them may. */
  readonly rule: ClauseId | readonly ClauseId[];
  /** The rules that find it, where a rule has another name than its clause. */
  readonly rules?: readonly string[];
  /** Where the operation is broken in a way that shows in the checks of another one: two paths that differ. */
  readonly seenFrom?: string;
  readonly also?: readonly string[];
  readonly rarity?: Mutant['rarity'];
  readonly hook: Hook;
}

/** The mutants of one family, each with its hook on its own operations alone. */
export function family(name: string, defects: readonly Defect[], data: Mutant['data'] = 'pages'): Mutant[] {
  return defects.map(
    ({ title, id = slug(title), operation, rule, seenFrom, also = [], rarity = 'always', hook, ...given }) => {
      const operations = [operation].flat();
      const breaks = [rule].flat();
      return {
        id,
        title,
        family: name,
        operations,
        breaks,
        rules: given.rules ?? breaks,
        seenFrom: seenFrom === undefined ? operations : [seenFrom],
        also,
        level: breaks.some((one) => clause(one).level === 'must') ? 'must' : 'should',
        rarity,
        data,
        hook: on(operations, hook),
      };
    },
  );
}
