import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { UsageError } from '../engine/usage-error.js';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { parseJson } from './config/json.js';
import { systemProblem } from './errors.js';

/** Reads a run report; throws a UsageError that names the file for what is none, or none of this version. */
export async function readRunReport(cwd: string, file: string): Promise<RunReport> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${systemProblem(error)}`, 'Give the file of --report json=FILE.');
  });
  const json = parseJson(file, text);
  const { runReport } = await import('../schemas/generated/validators-touchstone.js');
  const validate = runReport as unknown as ValidateFunction;
  if (validate(json)) return json as RunReport;
  const place = validate.errors?.[0]?.instancePath;
  const where = place ? `, first at ${place}` : '';
  throw new UsageError(
    `${file} is no run report that this version of touchstone reads${where}`,
    'Give the file of --report json=FILE, whole and as it was written.',
  );
}
