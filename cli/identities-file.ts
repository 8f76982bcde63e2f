import type { ValidateFunction } from 'ajv';
import { UsageError } from '../engine/target/usage-error.js';
import type { Identities } from '../schemas/generated/touchstone.js';
import { readBounded } from './bounded-file.js';

const HINT =
  'Write {"implementations": {"NAME": {"name": "...", "version": "...", "contact": "...", "image": "...@sha256:..."}}}, as JSON or YAML.';

/**
 * Who the implementations of a matrix are, by the name of their column. Throws a UsageError that names the file for one that
 * does not match its schema, or that has a name that is no column.
 */
export async function readIdentities(
  cwd: string,
  file: string,
  names: readonly string[],
): Promise<Identities['implementations']> {
  const text = await readBounded(cwd, file, { megabytes: 1, hint: HINT });
  const { parseYamlWithPlaces } = await import('./config/yaml.js');
  const { content } = parseYamlWithPlaces(file, text);
  const { identities } = await import('../schemas/generated/validators-touchstone.js');
  const validate = identities as unknown as ValidateFunction<Identities>;
  if (!validate(content)) {
    const place = validate.errors?.[0]?.instancePath || 'the top level';
    throw new UsageError(`${file} is not a file of identities; first error at ${place}`, HINT);
  }
  const unknown = Object.keys(content.implementations).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(
      `${file} names ${JSON.stringify(unknown)}, which is no column of the matrix`,
      `The columns are ${names.join(', ')}.`,
    );
  }
  return content.implementations;
}
