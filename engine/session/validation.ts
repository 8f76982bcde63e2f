import { isDeepStrictEqual } from 'node:util';
import { INDEX_KEYED, starred } from '../../schemas/json-pointer.js';
import type { WireForm } from '../target/options.js';
import { cut } from './cut.js';

/** The number of characters that a sentence shows of a value. */
const MAX_SHOWN = 80;

/** One place where a body deviates from its schema. */
export interface Problem {
  readonly kind: ProblemKind;
  /** JSON Pointer (RFC 6901) into the body. */
  readonly pointer: string;
  /** The pointer with every array index replaced by `*`, to group equal deviations. */
  readonly pattern: string;
  readonly expected: string;
  readonly actual: unknown;
}

/**
 * The kind of deviation; each is reported by one rule. `container`: an array instead of an index-keyed object, or the
 * reverse. `zone`: a date-time with a zone where none is documented, or the reverse.
 */
export type ProblemKind =
  | 'envelope'
  | 'pagination'
  | 'total-items'
  | 'links'
  | 'container'
  | 'type'
  | 'date'
  | 'zone'
  | 'id'
  | 'identifier';

interface ValidationError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

type Validator = ((body: unknown) => boolean) & { errors?: ValidationError[] | null };
type Validators = Readonly<Record<string, Validator>>;

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  date: 'a date YYYY-MM-DD that exists',
  'date-time': 'an ISO 8601 date and time with a zone designator',
  'local-date-time': 'an ISO 8601 date and time without a zone designator',
};
const ZONE_END = /\d[t]\d{2}:\d{2}.*(?:z|[+-]\d{2}:?(?:\d{2})?)$/i;

let loaded: { form: WireForm; validators: Validators } | undefined;

/** Loads the validators of a wire form; they are compiled ahead of time, so loading takes milliseconds. */
export async function loadValidators(form: WireForm): Promise<Validators> {
  if (loaded?.form !== form) {
    const module =
      form === 'array'
        ? await import('../../schemas/generated/validators-array.js')
        : await import('../../schemas/generated/validators-object.js');
    loaded = { form, validators: module as unknown as Validators };
  }
  return loaded.validators;
}

/** All problems of a body against a schema, given by its file name without `.schema.json`. */
export function problemsOf(validators: Validators, schema: string, body: unknown): Problem[] {
  const name = schema.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const validate = validators[name];
  if (validate === undefined) throw new Error(`no validator for the schema ${schema}`);
  if (validate(body)) return [];
  const list = schema.endsWith('-list');
  const problems = (validate.errors ?? []).map((error) => problemOf(error, body, list));
  // Many stores write an empty string for a missing identifier.
  return problems.filter(({ kind, actual }) => kind !== 'identifier' || actual !== '');
}

function problemOf({ instancePath, keyword, params }: ValidationError, body: unknown, list: boolean): Problem {
  const missing = keyword === 'required' ? `/${String(params.missingProperty)}` : '';
  const pointer = instancePath + missing;
  const actual = valueAt(body, pointer);
  const pattern = starred(pointer);
  return {
    kind: list && isOfEnvelope(pattern) ? envelopeKind(pattern) : kindOf(pattern, keyword, params, actual),
    pointer,
    pattern,
    expected: expectedOf(keyword, params),
    actual,
  };
}

/** Whether a place belongs to the page envelope, not to a record in it. */
function isOfEnvelope(pattern: string): boolean {
  return ['', '/items', '/items/*'].includes(pattern) || /^\/pagination(\/|$)/.test(pattern);
}

function envelopeKind(pattern: string): ProblemKind {
  if (pattern === '/pagination/total_items') return 'total-items';
  return pattern.startsWith('/pagination/') ? 'pagination' : 'envelope';
}

function kindOf(pattern: string, keyword: string, params: ValidationError['params'], actual: unknown): ProblemKind {
  const last = pattern.slice(pattern.lastIndexOf('/') + 1);
  if (/\/_links(\/|$)/.test(pattern)) return 'links';
  if (keyword === 'format') return formatKind(String(params.format), last, String(actual));
  const container = typeof actual === 'object' && actual !== null;
  return container && INDEX_KEYED.has(last) ? 'container' : 'type';
}

function formatKind(format: string, last: string, actual: string): ProblemKind {
  if (format === 'uuid') return last === 'id' ? 'id' : 'identifier';
  if (format === 'date') return 'date';
  return ZONE_END.test(actual) === (format === 'local-date-time') && /^\d{4}-\d\d-\d\dt/i.test(actual)
    ? 'zone'
    : 'date';
}

function expectedOf(keyword: string, params: ValidationError['params']): string {
  if (keyword === 'required') return 'present';
  if (keyword === 'format') return FORMATS[String(params.format)] ?? String(params.format);
  const types = [params.type].flat().map(String);
  return types
    .map((type) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`)
    .join(' or ')
    .replace('a null', 'null');
}

/** Describes a problem in a sentence: the place, the actual value, and the expectation. */
export function describeProblem({ pointer, expected, actual }: Problem): string {
  if (actual === undefined) return `${pointer} is missing`;
  const json = JSON.stringify(actual);
  const shown = json.length > MAX_SHOWN ? `${cut(json, MAX_SHOWN)}… (${json.length} characters)` : json;
  return `${pointer || 'the body'} is ${shown}, not ${expected}`;
}

/** The value at a JSON Pointer, or `undefined` where there is none (RFC 6901). */
export function valueAt(body: unknown, pointer: string): unknown {
  const tokens = pointer.split('/').slice(1);
  return tokens.reduce<unknown>((value, token) => {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  }, body);
}

/** Whether two JSON values are equal, regardless of the order of members. */
export const sameJson = isDeepStrictEqual;
