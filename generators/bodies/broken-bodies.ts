import type { JsonObject } from './json-object.js';

/** A body with one invalid member. */
export interface BrokenBody {
  /** JSON Pointer to the member. */
  readonly pointer: string;
  /** A short description: `without /notes`, `/notes as a number`. */
  readonly what: string;
  readonly body: JsonObject;
}

/** A body with a member of another JSON type, and that type. */
export interface WrongType extends BrokenBody {
  readonly kind: (typeof WRONG)[number]['kind'];
}

type Path = readonly string[];

/** The body without each of its members in turn, nested members included. */
export function withoutMembers(body: JsonObject): BrokenBody[] {
  return pathsOf(body).map((path) => {
    const pointer = pointerOf(path);
    return { pointer, what: `without ${pointer}`, body: changed(body, path) };
  });
}

/** The body with each member replaced by a value of each other JSON type except null; those that are null have no type. */
export function withWrongTypes(body: JsonObject): WrongType[] {
  return pathsOf(body).flatMap((path) => {
    const pointer = pointerOf(path);
    const own = kindOf(valueAt(body, path));
    return WRONG.filter(({ kind }) => kind !== own && own !== 'null').map(({ kind, words, value }) => ({
      pointer,
      what: `${pointer} as ${words}`,
      kind,
      body: changed(body, path, kind === 'string' ? textFor(own) : value),
    }));
  });
}

/** The body with each of its texts empty in turn. */
export function withEmptyTexts(body: JsonObject): BrokenBody[] {
  const texts = pathsOf(body).filter((path) => kindOf(valueAt(body, path)) === 'string');
  return texts.map((path) => {
    const pointer = pointerOf(path);
    return { pointer, what: `${pointer} as an empty string`, body: changed(body, path, '') };
  });
}

/** The body with each member that is not null set to null in turn. */
export function withNulls(body: JsonObject): BrokenBody[] {
  const held = pathsOf(body).filter((path) => kindOf(valueAt(body, path)) !== 'null');
  return held.map((path) => {
    const pointer = pointerOf(path);
    return { pointer, what: `${pointer} as null`, body: changed(body, path, null) };
  });
}

const WRONG = [
  { kind: 'string', words: 'a text', value: '' },
  { kind: 'number', words: 'a number', value: 1 },
  { kind: 'boolean', words: 'a boolean', value: true },
  { kind: 'array', words: 'an array', value: [] },
  { kind: 'object', words: 'an object', value: {} },
] as const;

/** The text that a lenient parser converts to a value of a type. */
function textFor(kind: string): string {
  if (kind === 'boolean') return 'true';
  return kind === 'object' ? '{}' : '[]';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function pathsOf(body: JsonObject, above: Path = []): Path[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const path = [...above, name];
    return kindOf(value) === 'object' ? [path, ...pathsOf(value as JsonObject, path)] : [path];
  });
}

function pointerOf(path: Path): string {
  return path.map((name) => `/${name}`).join('');
}

function valueAt(body: JsonObject, path: Path): unknown {
  return path.reduce<unknown>((value, name) => (value as JsonObject)[name], body);
}

/** The body with another value at a path; without the member if the value is `undefined`. */
function changed(body: JsonObject, [name = '', ...rest]: Path, value?: unknown): JsonObject {
  if (rest.length > 0) return { ...body, [name]: changed(body[name] as JsonObject, rest, value) };
  if (value !== undefined) return { ...body, [name]: value };
  return Object.fromEntries(Object.entries(body).filter(([other]) => other !== name));
}
