import { expect, it } from 'vitest';
import { keptHeaders, MAX_HEADER_CHARACTERS, MAX_HEADERS } from '../../../engine/client/kept-headers.js';

const sizeOf = (headers: Record<string, string>) => Object.entries(headers).flat().join('').length;

it('keeps all headers of a usual response, with one value for each name', () => {
  expect(keptHeaders({ 'x-a': ['1', '2'], 'x-b': undefined, 'content-type': 'application/json' })).toEqual({
    'content-type': 'application/json',
    'x-a': '1, 2',
  });
});

it('keeps the first of very many headers, and those that rules read', () => {
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_one, index) => [`x-${index}`, 'y']));
  const kept = keptHeaders({ ...many, location: '/here' });
  expect(Object.keys(kept)).toHaveLength(MAX_HEADERS);
  expect(kept).toMatchObject({ location: '/here', 'x-0': 'y' });
});

it('cuts headers that are very long', () => {
  const kept = keptHeaders({ 'x-pad': 'x'.repeat(60_000), 'x-next': 'y', 'content-type': 'z'.repeat(5000) });
  expect(kept['content-type']).toHaveLength(5000);
  expect(sizeOf(kept)).toBe(MAX_HEADER_CHARACTERS);
});
