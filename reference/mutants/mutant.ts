import { type ClauseId, clause } from '../../contract/clauses/index.js';
import type { Hook } from '../behaviour.js';
import type { ReferenceOptions } from '../create-reference.js';
import { on } from '../hooks.js';
import { slug } from '../slug.js';

/** The reference with one defect: the clauses it breaks, and the rules that must find it. */
export interface Mutant {
  /** Stable, in kebab-case; the value of `touchstone prove --mutant`. */
  readonly id: string;
  readonly title: string;
  readonly family: string;
  /** The operations with the defect. */
  readonly operations: readonly string[];
  readonly breaks: readonly ClauseId[];
  /** At least one of these rules must find it. */
  readonly rules: readonly string[];
  /** The operations whose checks find it. */
  readonly seenFrom: readonly string[];
  /** Other rules that the defect also breaks. */
  readonly also: readonly string[];
  /** The highest level of the clauses that it breaks. */
  readonly level: 'must' | 'should';
  /** `rare`: most requests to the operations do not show the defect. */
  readonly rarity: 'always' | 'rare';
  /** The data it takes to show: `few` records, lists of several pages of the default size, or records to write to. */
  readonly data: 'few' | 'pages' | 'writes';
  /** Other data or timing than usual. */
  readonly reference?: ReferenceOptions;
  /** The number of users that may be removed permanently, if it takes more than usual. */
  readonly removable?: number;
  readonly hook: Hook;
}

/** A mutant as declared in its family; the other members of `Mutant` are derived. */
export interface Defect {
  /** Default: the slug of the title. An id never changes, so a mutant whose title is reworded keeps its id here. */
  readonly id?: string;
  readonly title: string;
  readonly operation: string | readonly string[];
  /** The clause that it breaks and the rule of the same name that finds it; several if any of them may find it. */
  readonly rule: ClauseId | readonly ClauseId[];
  /** The rules that find it, if they have another name than the clause. */
  readonly rules?: readonly string[];
  /** The operation whose checks find the defect, if it is another one: the two differ. */
  readonly seenFrom?: string;
  readonly also?: readonly string[];
  readonly rarity?: Mutant['rarity'];
  readonly reference?: ReferenceOptions;
  readonly removable?: number;
  readonly hook: Hook;
}

/** The same defect in each of these operations. */
export function each(
  operations: readonly string[],
  title: string,
  rest: Omit<Defect, 'title' | 'operation'>,
): Defect[] {
  return operations.map((operation) => ({ title: `${title} in ${operation}`, operation, ...rest }));
}

/** The same defect in each of these operations, which few requests show. */
export function eachRarely(...[operations, title, rest]: Parameters<typeof each>): Defect[] {
  return each(operations, title, { rarity: 'rare', ...rest });
}

/** The mutants of one family, each with its hook applied only to its own operations. */
export function family(name: string, defects: readonly Defect[], data: Mutant['data'] = 'pages'): Mutant[] {
  return defects.map(
    ({
      title,
      id = slug(title),
      operation,
      rule,
      seenFrom,
      also = [],
      rarity = 'always',
      reference,
      removable,
      hook,
      ...given
    }) => {
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
        ...(reference !== undefined && { reference }),
        ...(removable !== undefined && { removable }),
        hook: on(operations, hook),
      };
    },
  );
}
