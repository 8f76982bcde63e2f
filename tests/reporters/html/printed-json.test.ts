import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printedJson } from '../../../reporters/html/app/printed-json.js';

/** The marked parts of a body. */
function markedIn(body: string, pointer: string, truncated = false): string[] {
  const { text, marks } = printedJson(body, pointer, truncated) ?? { text: '', marks: [] };
  return marks.map(([from, to]) => text.slice(from, to));
}

describe('a JSON body', () => {
  const body = '{"items":[{"id":1.0,"a/b":"x"},{"id":2,"id":3}],"pagination":{}}';

  test('is indented, with numbers and strings in their original notation', () => {
    const printed = printedJson('{"big":12345678901234567890,"text":"\\u00e9","none":[],"list":[1.0,{}]}', '', false);

    expect(printed?.text).toBe(
      '{\n  "big": 12345678901234567890,\n  "text": "\\u00e9",\n  "none": [],\n  "list": [\n    1.0,\n    {}\n  ]\n}',
    );
  });

  test.each([
    ['/items/0/id', ['"id": 1.0']],
    ['/items/0/a~1b', ['"a/b": "x"']],
    ['/items/*/id', ['"id": 1.0', '"id": 3']],
    ['/pagination', ['"pagination": {}']],
  ])('is marked at %s', (pointer, expected) => {
    expect(markedIn(body, pointer)).toEqual(expected);
    expect(printedJson(body, pointer, false)?.found).toBe(true);
  });

  test('is marked at the nearest ancestor if the place does not exist', () => {
    expect(markedIn(body, '/pagination/total_pages')).toEqual(['"pagination": {}']);
    expect(printedJson(body, '/pagination/total_pages', false)?.found).toBe(false);
  });

  test('that is truncated is printed as far as it goes', () => {
    expect(markedIn('{"items":[{"id":1},{"id":2,"na', '/items/1/id', true)).toEqual(['"id": 2']);
    expect(printedJson('{"items":[{"id":1},{"id":2,"na', '', false)).toBeNull();
  });

  test.each(['', '<html>', 'text', '{"a":1} x'])('is not %j', (text) => {
    expect(printedJson(text, '', false)).toBeNull();
  });

  test('that is nested too deeply is not formatted', () => {
    expect(printedJson('['.repeat(200_000), '', true)).toBeNull();
  });

  test('keeps its value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const printed = printedJson(JSON.stringify(value), '', false);

        expect(JSON.parse(printed?.text ?? '')).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
