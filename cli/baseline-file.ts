import { extname } from 'node:path';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { UsageError } from '../engine/target/usage-error.js';
import type { Baseline } from '../schemas/generated/touchstone.js';
import { readBounded } from './bounded-file.js';
import { parseJson } from './config/json.js';
import { type FileKind, problemOf, summarized } from './config/problems.js';
import type { Places } from './config/yaml.js';

const HINT = 'Give a baseline in JSON or YAML; `touchstone baseline RUN.json` writes one from a run report.';
const BASELINE: FileKind = { schema: 'baseline.schema.json', name: 'the baseline', root: HINT };
const WANTED = { megabytes: 10, hint: HINT };

/** The content of a baseline, and the position of each part. JSON is YAML too, but its own errors are more precise. */
async function parse(file: string, text: string): Promise<{ content: unknown; placeOf: Places }> {
  if (extname(file).toLowerCase() === '.json') parseJson(file, text);
  const { parseYamlWithPlaces } = await import('./config/yaml.js');
  return parseYamlWithPlaces(file, text);
}

/** The JSON Pointer of an error: to the wrong value, or to the unknown key. */
function pointerOf({ keyword, instancePath, params }: ErrorObject): string {
  const key = keyword === 'additionalProperties' ? `/${String(params.additionalProperty)}` : '';
  return instancePath + key;
}

/**
 * Reads a baseline; throws a UsageError that names the file and the line of each error. The run validates later that
 * its patterns match known checks.
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
  const textOf = (error: ErrorObject) => {
    const { message, hint } = problemOf(error, content, BASELINE);
    return `${file}${placeOf(pointerOf(error))}: ${message}${hint ? `\n  ${hint}` : ''}`;
  };
  throw new UsageError(summarized(keepsSchema.errors ?? [], textOf));
}
