import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { terminalText } from '../../reporters/terminal-text.js';

describe('text from a target', () => {
  test.each([
    ['an ANSI escape', '\u001b[31mred', '\\u001b[31mred'],
    ['a line break', 'a\r\nb', 'a\\u000d\\u000ab'],
    ['a C1 control', '\u009b2J', '\\u009b2J'],
    ['a bidi override', 'user\u202egnp.exe', 'user\\u202egnp.exe'],
    ['a bidi isolate', '\u2066x\u2069', '\\u2066x\\u2069'],
    ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
    ['a line separator', 'a\u2028b', 'a\\u2028b'],
    ['a lone surrogate', 'a\ud800b', 'a\\ud800b'],
    ['a noncharacter', 'a\uffffb', 'a\\uffffb'],
    ['a tag character', 'a\u{e0041}b', 'a\\u{e0041}b'],
  ])('shows %s as an escape', (_name, text, shown) => {
    expect(terminalText(text)).toBe(shown);
  });

  test.each(['Zoë Ångström', 'שלום', '日本語', '🙂', "O'Neil \\ 100%"])('leaves %s unchanged', (text) => {
    expect(terminalText(text)).toBe(text);
  });

  test('truncates long text by characters and appends its length', () => {
    expect(terminalText('🙂'.repeat(2000), 3)).toBe('🙂🙂🙂… (2,000 characters)');
    expect(terminalText('🙂🙂🙂', 3)).toBe('🙂🙂🙂');
  });

  test('contains nothing that a terminal or XML parser would act on', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, limit) => {
        expect(terminalText(text, limit)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\ufffe\uffff]/u);
      }),
    );
  });

  test.each([
    ['::error::x', '\\u003a:error::x'],
    ['a ::add-mask::x', 'a \\u003a:add-mask::x'],
    ['x##[set-output name=a]b', 'x\\u0023#[set-output name=a]b'],
    ['##vso[task.setvariable variable=a]b', '\\u0023#vso[task.setvariable variable=a]b'],
    ["##teamcity[buildStatus status='SUCCESS']", "\\u0023#teamcity[buildStatus status='SUCCESS']"],
  ])('escapes %s, which a CI service would execute', (text, shown) => {
    expect(terminalText(text)).toBe(shown);
  });

  test.each(['http://[::1]:80/', 'std::vector', '## heading', 'a: :b', '#1'])(
    'leaves %s, which is not a command',
    (text) => {
      expect(terminalText(text)).toBe(text);
    },
  );
});
