import { expect, it } from 'vitest';
import { timeColumn } from '../../reference/query/time-column.js';

it.each([
  [['2024-03-01T00:00:01Z', null, '2019-12-31T23:59:59Z', '2024-03-01T00:00:01Z']],
  [['2024-03-01T00:00:01', '2024-02-29T00:00:00', null]],
  [['9999-12-31T23:59:59Z', '1900-01-01T00:00:00Z', '2024-01-01T00:00:00Z']],
  [[null, null]],
  [[]],
])('has each time once, in order, with its text and its records: %j', (texts) => {
  const { values, codes, numbers = [] } = timeColumn(texts) ?? expect.unreachable();
  const expected = [...new Set(texts.filter((text) => text !== null))].sort();

  expect([...values]).toEqual(expected);
  expect([...numbers]).toEqual(expected.map((text) => Date.parse(`${text.slice(0, 19)}Z`)));
  expect([...codes]).toEqual(texts.map((text) => (text === null ? expected.length : expected.indexOf(text))));
});

it.each([
  ['another form', ['2024-03-01T00:00:01Z', '2024-03-01']],
  ['fractions', ['2024-03-01T00:00:01.5Z']],
  ['an offset', ['2024-03-01T00:00:01+01:00']],
  ['a zone in some of them', ['2024-03-01T00:00:01', '2024-03-01T00:00:02Z']],
  ['a date that does not exist', ['2023-02-30T00:00:00Z']],
  ['other texts', ['x', '']],
])('is no column of %s', (_case, texts) => {
  expect(timeColumn(texts)).toBeNull();
});
