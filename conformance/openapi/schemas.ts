import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { WireForm } from '../../contract/wire-form.js';
import { INDEX, patterns } from './patterns.js';

type Json = Readonly<Record<string, unknown>>;

const SUFFIX = '.schema.json';
const KEYED = 'index-keyed-';

/** All schemas of the interface by name, with references inside the description and standard keywords only. */
export function schemasOf(form: WireForm): Record<string, Json> {
  // The package imports itself by name, because the compiled code has another path to the schemas than its source.
  const one = createRequire(import.meta.url).resolve(`touchstone/schemas/interface/user${SUFFIX}`);
  const files = readdirSync(dirname(one)).filter((file) => file.endsWith(SUFFIX));
  return Object.fromEntries(
    files.sort().map((file) => {
      const { $schema: _dialect, $id: _id, ...schema } = JSON.parse(readFileSync(join(dirname(one), file), 'utf8'));
      const name = basename(file, SUFFIX);
      const described = standard(schema) as Json;
      return [name, name.startsWith(KEYED) ? keyed(described, form) : described];
    }),
  );
}

/** The body of a refusal: the documented error body, whose code equals the status. */
export function errorBody(status: number, { title, properties, ...rest }: Json): Json {
  const { error } = properties as { readonly error: Json };
  const code = { type: 'integer', const: status };
  const within = { ...error, properties: { ...(error.properties as Json), code } };
  // No allOf: some tools refuse the members of one branch in the other.
  return { ...rest, title: `${title}${status}`, properties: { error: within } };
}

/** An object whose keys are indexes, or the array that a target sends instead. */
function keyed({ additionalProperties: entry, ...rest }: Json, form: WireForm): Json {
  if (form === 'array') {
    return { ...rest, description: 'Sent as an array, a declared difference.', type: ['array', 'null'], items: entry };
  }
  return { ...rest, patternProperties: { [INDEX]: entry }, additionalProperties: false };
}

/**
 * The same schema in keywords that every tool reads. The document states the UUID form for identifiers; that it means
 * more than `id` is a matter of reading (a rule of level `should`), so no other field has the format here.
 */
function standard(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => standard(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => {
      if (key === '$ref') return [[key, `#/components/schemas/${basename(String(child), SUFFIX)}`]];
      if (key !== 'format') return [[key, standard(child, key)]];
      const pattern = patterns[String(child)];
      if (pattern !== undefined) return [['pattern', pattern]];
      return field === 'id' ? [[key, child]] : [];
    }),
  );
}
