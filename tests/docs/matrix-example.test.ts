import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Matrix } from '../../reporters/implementations/matrix.js';
import type { ImplementationResult } from '../../schemas/generated/touchstone.js';
import { implementationResult } from '../../schemas/generated/validators-touchstone.js';

const SITE = join(import.meta.dirname, '..', '..', 'docs', 'matrix-example');
const read = (file: string) => JSON.parse(readFileSync(join(SITE, file), 'utf8'));

describe('the example of a matrix', () => {
  const { implementations, differences } = read('matrix.json') as Matrix;
  const names = implementations.map(({ name }) => name);

  it('has five implementations, and only those with defects do not conform', () => {
    const failing = implementations.filter(({ result }) => result !== 'conforms').map(({ name }) => name);

    expect(names).toHaveLength(5);
    expect(failing).toEqual(['ignores-filters', 'counts-wrongly']);
    expect(differences.length).toBeGreaterThan(0);
  });

  it('has a result file for each that matches the schema of this version', () => {
    const validate = implementationResult as unknown as ValidateFunction<ImplementationResult>;

    const results = readdirSync(join(SITE, 'results')).map((file) => read(join('results', file)));

    expect(results.map((result) => validate(result))).toEqual(names.map(() => true));
    expect(readFileSync(join(SITE, 'index.html'), 'utf8')).toContain('href="results/strict.json"');
  });
});
