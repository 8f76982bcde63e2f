import { expect, it } from 'vitest';
import { operation } from '../../contract/operations/index.js';
import type { Difference, Seen } from '../../engine/session/seen.js';
import { doubled } from '../../suites/laws/doubled.js';

/** The places that are reported for a list of users of an application with these members. */
function reported(...items: object[]): string[] {
  const places: string[] = [];
  const seen = { operation: operation('getApplicationUsers'), body: { items } } as unknown as Seen;
  doubled.judge(seen, ({ at }: Difference) => places.push(at));
  return places;
}

const withRoles = (...roles: string[]) => ({ id: roles.join(), roles });

it('reports arrays of which each has each element twice', () => {
  expect(reported(withRoles('a', 'a'), withRoles(), withRoles('b', 'c', 'b', 'c'), withRoles('d', 'd', 'd'))).toEqual([
    '/items/0/roles',
  ]);
});

it('takes one element that occurs once for a proof that nothing is doubled', () => {
  expect(reported(withRoles('a', 'a'), withRoles('b', 'b'), withRoles('c', 'c', 'd'), withRoles('e', 'e'))).toEqual([]);
});

it('takes two arrays, codes, and what has nulls for chance', () => {
  expect(reported(withRoles('a', 'a'), withRoles('b', 'b'))).toEqual([]);
  const nameless = {
    roles: [
      { id: null, name: 'a' },
      { id: null, name: 'a' },
    ],
  };
  expect(reported(nameless, nameless, nameless)).toEqual([]);
  const withTypes = { discoveryTypes: { 0: 2, 1: 2 } };
  expect(reported(withTypes, withTypes, withTypes)).toEqual([]);
});
