import { createRequire } from 'node:module';
import type { ErrorObject } from 'ajv';
import { suggest } from '../../engine/target/suggest.js';

const SHOWN = 5;

/** As much of a JSON Schema as a message needs. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
}

/** A thing that is wrong with a file, and the way out where one is near. */
export interface Problem {
  readonly message: string;
  readonly hint?: string;
}

const TOKEN: Problem = {
  message: 'a token is not taken from a config file, because the file is for everyone who reads the project',
  hint: 'Put it in the environment as TOUCHSTONE_TOKEN, or name another variable with "tokenEnv".',
};

/** What a JSON Pointer (RFC 6901) points to. */
function at(root: unknown, pointer: string): unknown {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce((value, step) => (value as Record<string, unknown> | undefined)?.[step], root);
}

/** The schema that an error is about: that of the keyword that its schema path, `FILE/POINTER` or `#/POINTER`, ends in. */
function schemaOf({ schemaPath }: ErrorObject, root: string): Schema {
  const [, file = '', path = ''] = /^([^/]*)(\/.*)$/.exec(schemaPath) ?? [];
  const name = file === '#' ? root : file.replace(/#$/, '');
  const schema = createRequire(import.meta.url)(`touchstone/schemas/touchstone/${name}`) as unknown;
  const pointer = decodeURIComponent(path);
  return at(schema, pointer.slice(0, pointer.lastIndexOf('/'))) as Schema;
}

/** The kind of a value, never the value: it may be a secret. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  const kinds: Readonly<Record<string, string>> = { string: 'text', object: 'an object', boolean: 'true or false' };
  return kinds[typeof value] ?? `a ${typeof value}`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function expected(error: ErrorObject, schema: Schema): string {
  switch (error.keyword) {
    case 'type':
      return TYPES[error.params.type] ?? String(error.params.type);
    case 'enum':
      return `one of ${(schema.enum ?? []).join(', ')}`;
    case 'pattern':
      return `text such as ${(schema.examples ?? []).map((example) => `"${example}"`).join(' or ')}`;
    case 'format':
      return 'a date that exists, as YYYY-MM-DD';
    default:
      return `a number ${error.params.comparison} ${error.params.limit}`;
  }
}

/** A file of touchstone's own: the name of its schema, and how a message calls the whole of it. */
export interface FileKind {
  readonly schema: string;
  readonly name: string;
}

export const CONFIG: FileKind = { schema: 'config.schema.json', name: 'the config' };

/** What an error of the validator means to the person who wrote the file, which begins with its place in the file. */
export function problemOf(error: ErrorObject, content: unknown, kind: FileKind): Problem {
  const schema = schemaOf(error, kind.schema);
  if (error.keyword === 'additionalProperties') {
    const key = String(error.params.additionalProperty);
    if (error.instancePath === '' && kind === CONFIG && key.toLowerCase() === 'token') return TOKEN;
    const known = Object.keys(schema.properties ?? {}).filter((name) => name !== '$schema');
    return { message: `${error.instancePath}/${key}: unknown key "${key}"`, hint: suggest(key, known) };
  }
  if (error.keyword === 'required') {
    return { message: `${error.instancePath || kind.name}: "${error.params.missingProperty}" is missing` };
  }
  const value = at(content, error.instancePath);
  const found = error.keyword === 'type' ? `, found ${kindOf(value)}` : '';
  const message = `${error.instancePath || kind.name}: expected ${expected(error, schema)}${found}`;
  return error.keyword === 'enum' && typeof value === 'string'
    ? { message, hint: suggest(value, schema.enum ?? []) }
    : { message };
}

/** Several problems as one text: the first few of them, and how many more there are. */
export function told(problems: readonly string[]): string {
  const more = problems.length - SHOWN;
  return [...problems.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
