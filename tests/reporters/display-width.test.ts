import { describe, expect, test } from 'vitest';
import { wrap } from '../../reporters/console/wrap.js';
import { displayWidth } from '../../reporters/display-width.js';
import { textTable } from '../../reporters/text-table.js';

describe('a table', () => {
  test('aligns columns by display width, not by code units', () => {
    const lines = textTable(
      ['name', 'count'],
      [
        ['日本語', '1'],
        ['🙂', '12'],
        ['e\u0301t\u00e9', '3'],
      ],
      { align: ['left', 'right'] },
    );

    expect(lines).toEqual(['name    count', '日本語      1', '🙂         12', 'e\u0301t\u00e9         3']);
    expect(new Set(lines.map(displayWidth))).toEqual(new Set([13]));
  });

  test('truncates by display width and never splits a character', () => {
    const lines = textTable(['name'], [['日本語'], ['🙂🙂🙂']], { width: 4 });

    expect(lines).toEqual(['name', '日…', '🙂…']);
  });
});

test('wrapping measures words by display width', () => {
  expect(wrap('日本 日本 日本', 9)).toEqual(['日本 日本', '日本']);
  expect(wrap('abc 日本語日本語 de', 8)).toEqual(['abc', '日本語日本語', 'de']);
});

test('wrapping changes nothing but the spaces at which it breaks', () => {
  const decomposed = 'caf\u0065\u0301 a  b';

  expect(wrap(decomposed, 80)).toEqual([decomposed]);
  expect(wrap("'a  b' c", 4).join(' ')).toBe("'a  b' c");
});
