import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { readJson } from './command.js';

const FOLDER = join(import.meta.dirname, '..', '..', 'schemas', 'touchstone');
const ajv = new Ajv2020({ allowUnionTypes: true, allErrors: true });
for (const file of readdirSync(FOLDER)) ajv.addSchema(readJson(join(FOLDER, file)) as object);

/** Asserts that a report keeps its published JSON Schema, which is compiled here and not by the build. */
export function assertReport(
  report: unknown,
  kind: 'run-report' | 'proof-report' | 'soak-report' = 'run-report',
): void {
  ajv.validate(`${kind}.schema.json`, report);
  expect(ajv.errors).toBeNull();
}
