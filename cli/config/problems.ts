import { createRequire } from 'node:module';
import type { ErrorObject } from 'ajv';
import { suggest } from '../../engine/target/suggest.js';
import { typeHint } from './type-hint.js';

const SHOWN = 5;

/** The parts of a JSON Schema that messages need. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
}

/** An error in a file, and a hint if there is one. */
export interface Problem {
  readonly message: string;
  readonly hint?: string;
}

const TOKEN: Problem = {
  message: 'a config file must not contain the token, because everyone with access to the project can read it',
  hint: 'Set the environment variable TOUCHSTONE_TOKEN, or name another variable with "tokenEnv".',
};

/** The value at a JSON Pointer (RFC 6901). */
function at(root: unknown, pointer: string): unknown {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce((value, step) => (value as Record<string, unknown> | undefined)?.[step], root);
}

/** The schema that raised an error: its schema path is `FILE/POINTER` or `#/POINTER` and ends in the keyword. */
function schemaOf({ schemaPath }: ErrorObject, root: string): Schema {
  const [, file = '', path = ''] = /^([^/]*)(\/.*)$/.exec(schemaPath) ?? [];
  const name = file === '#' ? root : file.replace(/#$/, '');
  const schema = createRequire(import.meta.url)(`touchstone/schemas/touchstone/${name}`) as unknown;
  const pointer = decodeURIComponent(path);
  return at(schema, pointer.slice(0, pointer.lastIndexOf('/'))) as Schema;
}

/** The type of a value, never the value: it may be a secret. */
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
      return 'an existing date as YYYY-MM-DD';
    default:
      return `a number ${error.params.comparison} ${error.params.limit}`;
  }
}

/** A kind of file: the name of its schema, and its name in messages. */
export interface FileKind {
  readonly schema: string;
  readonly name: string;
  /** What to do about a file whose content as a whole has a wrong type. */
  readonly root: string;
}

export const CONFIG: FileKind = {
  schema: 'config.schema.json',
  name: 'the config',
  root: 'Write keys with values, such as { "baseUrl": "https://service.example" }.',
};

/** A validator error as a message for the author of the file; it starts with the position in the file. */
export function problemOf(error: ErrorObject, content: unknown, kind: FileKind): Problem {
  const schema = schemaOf(error, kind.schema);
  if (error.keyword === 'additionalProperties') {
    const key = String(error.params.additionalProperty);
    if (error.instancePath === '' && kind === CONFIG && key.toLowerCase() === 'token') return TOKEN;
    const known = Object.keys(schema.properties ?? {}).filter((name) => name !== '$schema');
    return {
      message: `${error.instancePath}/${key}: unknown key "${key}"`,
      hint: suggest(key, known) || allKeys(kind),
    };
  }
  if (error.keyword === 'required') {
    return { message: `${error.instancePath || kind.name}: "${error.params.missingProperty}" is missing` };
  }
  const value = at(content, error.instancePath);
  const found = error.keyword === 'type' ? `, found ${kindOf(value)}` : '';
  const message = `${error.instancePath || kind.name}: expected ${expected(error, schema)}${found}`;
  const hint = hintOf(error, value, schema, kind);
  return hint === undefined ? { message } : { message, hint };
}

function hintOf(error: ErrorObject, value: unknown, schema: Schema, kind: FileKind): string | undefined {
  if (error.keyword === 'enum' && typeof value === 'string') return suggest(value, schema.enum ?? []);
  if (error.keyword !== 'type') return undefined;
  if (error.instancePath === '') return kind.root;
  return typeHint(error, value, schema.examples);
}

function allKeys({ schema }: FileKind): string {
  return `All keys are listed in schemas/touchstone/${schema} of the package.`;
}

/** Several problems as one text: the first few, and the number of the others, for which no text is made. */
export function summarized<Error>(problems: readonly Error[], textOf: (problem: Error) => string): string {
  const more = problems.length - SHOWN;
  return [...problems.slice(0, SHOWN).map(textOf), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
