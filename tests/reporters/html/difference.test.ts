import { expect, test } from 'vitest';
import { difference } from '../../../reporters/html/app/difference.js';

const marked = (pieces: readonly { text: string; differs: boolean }[]) =>
  pieces.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');

test('marks the part that differs in two similar texts', () => {
  const { expected, actual } = difference('at most 1000 items', 'at most 3000 items');

  expect(marked(expected)).toBe('at most [1000] items');
  expect(marked(actual)).toBe('at most [3000] items');
});

test('marks texts with almost nothing in common as a whole', () => {
  const { expected, actual } = difference('a string or null', '1650623721000');

  expect(marked(expected)).toBe('[a string or null]');
  expect(marked(actual)).toBe('[1650623721000]');
});

test('no text is lost', () => {
  const [one, other] = ['["a", "b", "c"]', '["a",  "x", "c", ""]'];
  const { expected, actual } = difference(one, other);

  expect(expected.map(({ text }) => text).join('')).toBe(one);
  expect(actual.map(({ text }) => text).join('')).toBe(other);
});
