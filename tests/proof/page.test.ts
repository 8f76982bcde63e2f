import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutants } from '../../reference/mutants/index.js';
import { variants } from '../../reference/variants/index.js';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'proof.md'), 'utf8');
const [broken = '', chosen = ''] = page.split('\n## Variants\n');

/** The ids in the first column of the tables of a part, in their order. */
const idsOf = (part: string): string[] => [...part.matchAll(/^\| `([a-z0-9+-]+)` \|/gm)].map(([, id]) => id ?? '');
const inOrder = (ids: readonly string[]): string[] => [...ids].sort();

/** `npm run proof` writes the page; CI runs the proof itself. */
describe('docs/proof.md', () => {
  it('lists exactly the existing mutants', () => {
    expect(inOrder(idsOf(broken))).toEqual(inOrder(mutants.map(({ id }) => id)));
  });

  it('lists exactly the existing variants', () => {
    expect(inOrder(idsOf(chosen))).toEqual(inOrder(variants.map(({ id }) => id)));
  });

  it('has no surviving MUST mutant and no false accusation', () => {
    expect(page).toMatch(/^\| mutants of level must caught \| ([\d,]+) of \1 \(100 %\) \|$/m);
    expect(page).toMatch(/^\| variants falsely accused at level must \| 0 of \d+ \|$/m);
  });
});
