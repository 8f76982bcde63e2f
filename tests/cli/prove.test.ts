import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../engine/target/usage-error.js';
import type { ProofOptions } from '../../proof/prove.js';
import { sampleProof } from '../reporters/sample-proof.js';
import { command, folder } from './run-command.js';

describe('touchstone prove', () => {
  it('runs everything with one seed and exits 0 on success', async () => {
    const asked: ProofOptions[] = [];
    const prove = async (options: ProofOptions = {}) => {
      asked.push(options);
      return sampleProof();
    };
    const { code, stdout } = await command({ prove }).run('prove');

    expect(code).toBe(0);
    expect(asked).toMatchObject([{ mutants: [], variants: [], families: [] }]);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^proof: 1\/1 must-level mutants caught/);
  });

  it('exits 1 on a false accusation or a surviving mutant', async () => {
    const prove = async () => ({ ...sampleProof(), proven: false });
    expect((await command({ prove }).run('prove')).code).toBe(1);
  });

  it('accepts globs, families and several seeds', async () => {
    const asked: ProofOptions[] = [];
    const prove = async (options: ProofOptions = {}) => {
      asked.push(options);
      return sampleProof();
    };
    await command({ prove }).run(
      ...[
        'prove',
        '--mutant',
        'a+b',
        '--variant',
        'x*',
        '--family',
        'filter*',
        '--seed',
        '1',
        '--seed',
        '2',
        '--seed',
        '2',
      ],
    );
    expect(asked).toMatchObject([{ mutants: ['a+b'], variants: ['x*'], families: ['filter*'], seeds: [1, 2] }]);
  });

  it('writes the same Markdown for the same proof, regardless of its duration', async () => {
    const cwd = folder();
    const times = [7, 49];
    const prove = async () => sampleProof({ durationMs: times.shift() ?? 0 });
    await command({ prove, cwd }).run('prove', '--report', 'md=one.md', '--report', 'json=one.json');
    await command({ prove, cwd }).run('prove', '--report', 'md=other.md');

    const [one, other] = ['one.md', 'other.md'].map((file) => readFileSync(join(cwd, file), 'utf8'));
    expect(one).toBe(other);
    expect(one).toContain('| `total-pages-are-one-too-many` |');
    expect(JSON.parse(readFileSync(join(cwd, 'one.json'), 'utf8'))).toMatchObject({ durationMs: 7 });
  });

  it('runs random combinations alone', async () => {
    const asked: ProofOptions[] = [];
    const prove = async (options: ProofOptions = {}) => {
      asked.push(options);
      return sampleProof();
    };
    await command({ prove }).run('prove', '--random-combinations', '50', '--seed', '7');
    expect(asked).toMatchObject([{ randomCombinations: 50, seeds: [7] }]);

    const refused = await command({ prove }).run('prove', '--random-combinations', '50', '--sample', '9');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be combined with') });
  });

  it('exits 2 for --since with a selection and for options that the proof refuses', async () => {
    const refused = await command().run('prove', '--since', 'main', '--mutant', 'a');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--since cannot be combined with') });
    const prove = async () => {
      throw new UsageError('no mutant matches "x"', 'Did you mean y?');
    };
    expect((await command({ prove }).run('prove', '--mutant', 'x')).code).toBe(2);
  });
});
