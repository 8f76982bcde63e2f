import { describe, expect, test } from 'vitest';
import { tokenize } from '../../reference/query/tokenizer.js';

const kinds = (filter: string) => tokenize(filter).map(({ kind, text }) => [kind, text]);

describe('tokenize', () => {
  test('splits a comparison into field, operator and value, each with its position', () => {
    expect(tokenize("name  -eq 'a'")).toEqual([
      { kind: 'word', text: 'name', position: 0 },
      { kind: 'operator', text: '-eq', position: 6 },
      { kind: 'quoted', text: 'a', position: 10 },
      { kind: 'end', text: '', position: 13 },
    ]);
  });

  test.each([
    [`'it\\'s'`, "it's"],
    [`'back\\\\slash'`, 'back\\slash'],
    [`'say "x"'`, 'say "x"'],
    [`"it's"`, "it's"],
    [`"say \\"x\\""`, 'say "x"'],
    [`''`, ''],
    [`'100% (a), [b] + 🚀 é'`, '100% (a), [b] + 🚀 é'],
  ])('reads the quoted string %s', (filter, text) => {
    expect(kinds(filter)[0]).toEqual(['quoted', text]);
  });

  test.each(['5', '-5', '0.25', '-1.5', '2022-01-01', '2022-01-01T00:00:00Z', '2022-01-01t00:00:00.5z', 'a-b', 'Ünï'])(
    'takes %s without quotes',
    (word) => {
      expect(kinds(word)[0]).toEqual(['word', word]);
    },
  );

  test.each([
    ["name -eq 'open", 9, 'not closed'],
    ["name -eq 'a\\", 11, 'escaped'],
    [`name -eq 'a\\"b'`, 11, 'escaped'],
    ['name -eq 3com', 9, 'quotes'],
    ['name -eq 2022-02-30', 9, 'quotes'],
    ['name -eq -%', 9, 'quotes'],
    ['name -eq a+b', 10, 'unexpected +'],
    ['name -eq [a]', 9, 'unexpected ['],
    ['name -eq a,b', 10, 'unexpected ,'],
  ])('rejects %s at its first wrong character', (filter, offset, problem) => {
    expect(() => tokenize(filter)).toThrow(problem);
    expect(() => tokenize(filter)).toThrow(`at character ${offset + 1}`);
  });
});
