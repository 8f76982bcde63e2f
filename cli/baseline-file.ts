import { extname } from 'node:path';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { UsageError } from '../engine/target/usage-error.js';
import type { Baseline } from '../schemas/generated/touchstone.js';
import { readBounded } from './bounded-file.js';
import { parseJson } from './config/json.js';
import { type FileKind, problemOf, told } from './config/problems.js';
import { type Places, parseYamlWithPlaces } from './config/yaml.js';

const BASELINE: FileKind = { schema: 'baseline.schema.json', name: 'the baseline' };
const WANTED = {
  megabytes: 10,
  hint: 'Give a baseline in JSON or YAML; `touchstone baseline RUN.json` makes one from a run report.',
};

/** The content of a baseline, and where its parts are in the file. JSON is YAML too, but its own errors say more. */
async function parse(file: string, text: string): Promise<{ content: unknown; placeOf: Places }> {
  if (extname(file).toLowerCase() === '.json') parseJson(file, text);
  return parseYamlWithPlaces(file, text);
}

/** The place of an error: that of the value which is wrong, or of the key which is not known. */
function pointerOf({ keyword, instancePath, params }: ErrorObject): string {
  const key = keyword === 'additionalProperties' ? `/${String(params.additionalProperty)}` : '';
  return instancePath + key;
}

/**
 * Reads a baseline; throws a UsageError that names the file and the line for whatever is wrong with it. Whether its
 * patterns name checks that there are is for the run to say.
 */
export async function readBaseline(cwd: string, file: string): Promise<Baseline> {
  return (await readBaselineFile(cwd, file)).baseline;
}

/** As `readBaseline`, with the text of the file. */
export async function readBaselineFile(
  cwd: string,
  file: string,
): Promise<{ readonly baseline: Baseline; readonly text: string }> {
  const text = await readBounded(cwd, file, WANTED);
  const { content, placeOf } = await parse(file, text);
  const validators = await import('../schemas/generated/validators-touchstone.js');
  const keepsSchema = validators.baseline as unknown as ValidateFunction<Baseline>;
  if (keepsSchema(content)) return { baseline: content, text };
  const problems = (keepsSchema.errors ?? []).map((error) => {
    const { message, hint } = problemOf(error, content, BASELINE);
    return `${file}${placeOf(pointerOf(error))}: ${message}${hint ? `\n  ${hint}` : ''}`;
  });
  throw new UsageError(told(problems));
}
