import { describe, expect, it, vi } from 'vitest';
import { listRules } from '../../conformance/list.js';
import { touchstone } from './run-command.js';

/** What a command prints with `console.log`, as the library for completions does. */
async function printed(...argv: string[]): Promise<{ code: number; lines: string[] }> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    const { code } = await touchstone(argv, { listRules: async () => listRules() });
    return { code, lines: log.mock.calls.flatMap(([text]) => String(text).split('\n')) };
  } finally {
    log.mockRestore();
  }
}

const valuesOf = (lines: readonly string[]) =>
  lines.flatMap((line) => (line.startsWith(':') ? [] : (line.split('\t')[0] ?? [])));

describe('the completions of a command line', () => {
  it.each<[string[], string[]]>([
    [['his'], ['history']],
    [
      ['check', '--requi'],
      ['--require-decided', '--require-power', '--require-operation'],
    ],
    [['check', '--operation', 'getUserK'], ['getUserKpis']],
    [['check', '--level', 'm'], ['must']],
    [['check', '--rule', 'paging.total-p'], ['paging.total-pages']],
    [['explain', 'paging.total-p'], ['paging.total-pages']],
  ])('of %j are %j', async (words, expected) => {
    const { code, lines } = await printed('complete', '--', ...words);

    expect(code).toBe(0);
    expect(valuesOf(lines)).toEqual(expected);
  });
});

describe('touchstone completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s', async (shell) => {
    const { code, lines } = await printed('completion', shell);

    expect(code).toBe(0);
    expect(lines.join('\n')).toMatch(/touchstone complete '?--/);
  });

  it('exits with 2 for another shell', async () => {
    expect((await touchstone(['completion', 'csh'])).code).toBe(2);
  });
});
