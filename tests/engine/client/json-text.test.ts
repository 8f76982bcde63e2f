import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  beyondLimits,
  excessOf,
  limitsOf,
  MAX_NESTING,
  MAX_STRING,
  valueOfJson,
} from '../../../engine/client/json-text.js';

const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;

describe('the limits of a JSON text', () => {
  it.each(['', '1', '{}', '[1,2,3]', '{"a":[1,{"b":2}]}'])('are kept by %s', (text) => {
    expect(beyondLimits(text)).toBeNull();
  });

  it('allow so many levels, and no more', () => {
    expect(beyondLimits(nested(MAX_NESTING))).toBeNull();
    expect(beyondLimits(nested(MAX_NESTING + 2))).toBe(`it is nested deeper than ${MAX_NESTING} levels`);
  });

  it('count open levels alone', () => {
    expect(beyondLimits(`[${'[{}],'.repeat(MAX_NESTING)}1]`)).toBeNull();
  });

  it('allow so many values, and no more', () => {
    expect(beyondLimits('[1,2,3]', 3)).toBeNull();
    expect(beyondLimits('[1,2,3,4]', 3)).toBe('it holds more than 3 values');
    expect(beyondLimits('1', 1)).toBeNull();
  });

  it.each([
    '",,,,"',
    '"[[[["',
    '"\\",,,,"',
    '"a\\\\\\",,,,"',
    '["\\\\","a"]',
    '{"\\"":",,,"}',
    '["",","]',
    '"\\"\\"\\",,,,',
  ])('do not count what a string holds: %s', (text) => {
    expect(beyondLimits(text, 2)).toBeNull();
  });

  it.each(['["\\\\",1,2]', '["a",1,2]', '["",1,2]', '["\\"",1,2]', '["\\\\\\"",1,2]', '["\\\\\\\\",1,2]'])(
    'count what follows a string: %s',
    (text) => {
      expect(beyondLimits(text, 2)).toBe('it holds more than 2 values');
      expect(beyondLimits(text, 3)).toBeNull();
    },
  );
});

describe('a string of a JSON text', () => {
  it.each([
    [MAX_STRING - 1, null],
    [MAX_STRING, 'characters'],
  ] as const)('of %i characters has too many: %s', (length, excess) => {
    expect(excessOf(`["${'x'.repeat(length)}"]`)).toBe(excess);
    expect(excessOf(`["${'x'.repeat(length + 1)}`)).toBe(length === MAX_STRING - 1 ? 'characters' : excess);
    expect(excessOf(`["${'\\"'.repeat(length / 2)}"]`)).toBe(length % 2 === 0 ? excess : null);
  });
});

describe('the numbers of a JSON text', () => {
  it.each([
    '1e400',
    '-1.5E+999',
    '[1e0400]',
    '{"a":\n1e400}',
    '[0,1e400]',
    `[${'1'.repeat(310)}]`,
    '9'.repeat(309),
    `{"a":"x", "b": ${'9'.repeat(309)}.5}`,
    `[[],${'9'.repeat(309)}]`,
  ])('may be beyond the range of doubles: %s', (text) => {
    expect(limitsOf(text)).toMatchObject({ beyond: null, mayOverflow: true });
    const { mayOverflow } = limitsOf(Buffer.from(text));
    expect(JSON.stringify(valueOfJson(text, mayOverflow))).toMatch(/null/);
  });

  it.each([
    '[true,false,null,12.5,-3]',
    '{"id":"1e234567","at":"2025-06-01T12:30:00Z"}',
    `["${'9'.repeat(400)}",1]`,
    `{"${'9'.repeat(400)}":1}`,
    '9'.repeat(300),
  ])('are within it: %s', (text) => {
    expect(limitsOf(text)).toMatchObject({ beyond: null, mayOverflow: false });
  });
});

describe('a body that was measured before', () => {
  it('has the same limits as a copy of it, and others if fewer values are read', () => {
    const body = Buffer.from('{"a":[1,2,3],"b":1e400}');
    expect(excessOf(body)).toBeNull();
    expect(limitsOf(body)).toEqual({ beyond: null, mayOverflow: true, members: 2 });
    expect(limitsOf(body, 3).beyond).toBe('it holds more than 3 values');
  });
});

describe('the members of a JSON text', () => {
  it.each([
    ['{"a":1,"a":{"b":[{"c":2}]}}', 4],
    ['{"a:b":":","\\":":"} ', 2],
    ['["a:",1]', 0],
  ])('are counted, a repeated name each time: %s', (text, members) => {
    expect(limitsOf(text)).toMatchObject({ members });
  });
});

describe('the value of a JSON text', () => {
  it('is null for a number beyond the range of doubles, wherever it is', () => {
    expect(valueOfJson('{"a":[1e400,-1e999,1e30,1]}')).toEqual({ a: [null, null, 1e30, 1] });
    expect(valueOfJson('9'.repeat(400))).toBeNull();
    expect(valueOfJson('"1e999"')).toBe('1e999');
  });

  it.each([
    '1e400',
    ' -1.5E+999',
    '[1e0400]',
    '{"a":\n1e400}',
    '[0,1e400]',
    `[${'1'.repeat(310)}]`,
    `-${'9'.repeat(310)}.5`,
    `[${'9'.repeat(300)}e99]`,
    `[${'9'.repeat(210)}.25E+99]`,
  ])('is null for the number in %s', (text) => {
    expect(JSON.stringify(valueOfJson(text))).toMatch(/null/);
  });

  it('is read without a look at each value where only texts have many digits', () => {
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const text = '{"id":"1e234567-0e11-4e22-8e33-5e4444444444","at":"2025-06-01T12:30:00Z","cost":12.5}';
    valueOfJson(text);
    expect(parse.mock.calls).toEqual([[text]]);
  });

  it('is what the parser reads otherwise, and its errors stay', () => {
    expect(valueOfJson('{"a":1}')).toEqual({ a: 1 });
    expect(() => valueOfJson('{')).toThrow(SyntaxError);
    expect(() => valueOfJson('[1e400')).toThrow(SyntaxError);
  });
});

it.each(['[1,2,3]', '{"a":"\\\\\\",,,","b":[{}]}', '["ä,\\"",1]', '"', `${'['.repeat(MAX_NESTING + 1)}`])(
  'limits hold for the bytes of %j as for the text',
  (text) => {
    for (const most of [1, 2, 3, 4]) expect(beyondLimits(Buffer.from(text), most)).toBe(beyondLimits(text, most));
  },
);
