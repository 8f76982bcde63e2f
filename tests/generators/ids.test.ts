import { expect, test } from 'vitest';
import { MALFORMED_ID, malformedIds, sampleOf, strangeIds, unknownId, unknownIds } from '../../generators/index.js';
import { formats } from '../../schemas/formats.js';

const HELD = 'a1b2c3d4-0000-4000-8000-00000000000a';
const FOREIGN = ['b1b2c3d4-0000-4000-8000-00000000000b'];

test('unknown ids are well-formed, and the same for the same seed', () => {
  for (const id of sampleOf(unknownIds, 1, 50)) expect(formats.uuid(id)).toBe(true);
  expect(unknownId(5)).toBe(unknownId(5));
  expect(unknownId(5)).not.toBe(unknownId(6));
});

test('malformed ids are none', () => {
  expect(formats.uuid(MALFORMED_ID)).toBe(false);
  for (const id of sampleOf(malformedIds(HELD), 1, 200)) expect(formats.uuid(id), id).toBe(false);
});

test('strange ids are of every kind, and none of them is the held one', () => {
  const sample = sampleOf(strangeIds(HELD, FOREIGN), 1, 1000);
  expect(sample.map(({ id }) => id)).not.toContain(HELD);
  expect([...new Set(sample.map(({ what }) => what))].toSorted()).toEqual([
    'blank',
    'dot-segment',
    'encoded-slash',
    'foreign',
    'malformed',
    'null-byte',
    'unknown',
    'upper-case',
    'very-long',
  ]);
});

test('strange ids stay within the path of the operation when they are encoded', () => {
  for (const { id } of sampleOf(strangeIds(HELD), 2, 1000)) {
    const url = new URL(`http://target.test/a/users/${encodeURIComponent(id)}/kpi`);
    expect(url.pathname).toMatch(/^\/a\/users\/[^/]+\/kpi$/);
  }
});

test('an id without letters has no upper case, and no foreign ones come where none are given', () => {
  const kinds = new Set(sampleOf(strangeIds('10000000-0000-4000-8000-000000000000'), 1, 500).map(({ what }) => what));
  expect(kinds).not.toContain('upper-case');
  expect(kinds).not.toContain('foreign');
});
