import { type Call, isObject, type JsonObject, parseJson, type Transform } from './wire.js';

/** The JSON value of the body of a write; `undefined` if it is none. */
export function jsonIn({ body }: Call): unknown {
  return body === undefined ? undefined : parseJson(body);
}

/** The JSON object in the body of a write; `null` if it is none. */
export function bodyOf(call: Call): JsonObject | null {
  const value = jsonIn(call);
  return isObject(value) ? value : null;
}

/** Sends another body, and returns its response. */
export const sending =
  (change: (body: JsonObject) => JsonObject): Transform =>
  (call, send) => {
    const body = bodyOf(call);
    const changed = body === null ? null : change(body);
    return send(changed === null || changed === body ? call : { ...call, body: JSON.stringify(changed) });
  };

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
