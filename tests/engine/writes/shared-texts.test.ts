import { expect, it } from 'vitest';
import { SharedTexts } from '../../../engine/writes/shared-texts.js';

it('keeps one copy of each long text, and changes no value', () => {
  const texts = new SharedTexts();
  const long = () => ['x'.repeat(2000), 'y'].join('');
  const fields = { notes: long(), name: 'short', owner: null, tags: [long()] };

  expect(texts.of(fields)).toEqual(fields);
  expect(texts.of({ other: long() })).toEqual({ other: long() });
  expect(texts.of({ notes: `${long()}z` })).toEqual({ notes: `${long()}z` });
  expect(texts.size).toBe(2);
});

it('returns fields without a long text as they are', () => {
  const fields = { name: 'x'.repeat(999), count: 5 };

  expect(new SharedTexts().of(fields)).toBe(fields);
});
