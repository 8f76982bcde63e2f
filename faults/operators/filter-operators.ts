import { type Operator, operator } from '../fault.js';
import type { Transform } from '../wire.js';
import { filtered, ifAccepted, refiltering } from './filtering.js';

/** Replaces an operator outside of quotes. */
function swapped(one: string, other: string): Transform {
  const pattern = new RegExp(`('(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*")|(?<=[\\s)])${one}(?=[\\s(])`, 'gi');
  return ifAccepted(
    refiltering((filter) => filter.replace(pattern, (match, quoted) => quoted ?? (match === '' ? match : other))),
  );
}

/** Swaps an operator for another one. */
function misreading(one: string, other: string): Operator {
  const id = `operator-${one.slice(1)}-as-${other.slice(1)}`;
  return operator(
    id,
    `${one} works as ${other}`,
    one === '-eq' ? 'filter.sound' : 'filter.grammar',
    filtered,
    swapped(one, other),
  );
}

/** What the operators of a filter mean. */
export const filterOperators: readonly Operator[] = [
  misreading('-eq', '-ne'),
  misreading('-ne', '-eq'),
  misreading('-gt', '-ge'),
  misreading('-ge', '-gt'),
  misreading('-gt', '-lt'),
  misreading('-lt', '-gt'),
  misreading('-lt', '-le'),
  misreading('-le', '-lt'),
  misreading('-contains', '-eq'),
  misreading('-contains', '-notcontains'),
  misreading('-notcontains', '-contains'),
  misreading('-and', '-or'),
  misreading('-or', '-and'),
  operator(
    'operator-not-ignored',
    '-not is ignored',
    'filter.grammar',
    filtered,
    ifAccepted(refiltering((given) => given.replace(/(^|[\s(])-not\s+(?=\()/gi, '$1'))),
  ),
];
