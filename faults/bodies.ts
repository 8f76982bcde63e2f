import { type Call, isObject, type JsonObject } from './wire.js';

/** The JSON object in the body of a write; `null` if it is none. */
export function bodyOf({ body }: Call): JsonObject | null {
  try {
    const value: unknown = JSON.parse(body ?? '');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The value of a member of a body, by the path of its name. */
export function memberOf(body: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), body);
}

/** A body with another value of a member; without the member if the value is `undefined`. */
export function withMemberAt(body: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const { [name]: own, ...others } = body;
  const changed = rest.length === 0 ? value : isObject(own) ? withMemberAt(own, rest, value) : own;
  return changed === undefined ? others : { ...others, [name]: changed };
}
