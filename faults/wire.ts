/** A request to an operation, as a fault sees it: the query is decoded, and in the order in which it is sent. */
export interface Call {
  /** The id of the operation. */
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Whether it carries the credential of the run. */
  readonly credentialed: boolean;
  /** The body of a write, and its media type. */
  readonly body?: string;
  readonly mediaType?: string;
}

/** A response, decoded: `headers` have lower-case names, and `body` has no content coding. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Sends a request to the target, or to a recording of it, without the fault. With `applied: false`, a write is answered
 * but changes nothing.
 */
export type Send = (call: Call, options?: { readonly applied: boolean }) => Promise<Reply>;

/**
 * The response that a target with the fault would return. A fault that has nothing to change in a response returns the
 * very one that `send` returned.
 */
export type Transform = (call: Call, send: Send) => Promise<Reply>;

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const parsed = new WeakMap<Reply, { readonly value: unknown }>();

/** The JSON value of a response; `undefined` if it is not JSON. Parsed once for each response. */
export function jsonOf(reply: Reply): unknown {
  const known = parsed.get(reply) ?? { value: parseJson(reply.body.toString('utf8')) };
  parsed.set(reply, known);
  return known.value;
}

/** The value of a JSON text; `undefined` if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A response with another JSON value; the same response if the value is the same. */
export function withValue(reply: Reply, value: unknown): Reply {
  return value === jsonOf(reply) ? reply : withText(reply, JSON.stringify(value));
}

/** A response with another text as its body. */
export function withText(reply: Reply, text: string): Reply {
  return { ...reply, body: Buffer.from(text) };
}

/** The value of a query parameter; `undefined` if it is not sent. */
export function queryValue({ query }: Call, name: string): string | undefined {
  return query.find(([own]) => own === name)?.[1];
}

/** A call with another value of a query parameter, in its place or at the end; `null` omits it. */
export function withQuery(call: Call, name: string, value: string | null): Call {
  const rest = call.query.filter(([own]) => own !== name);
  if (value === null) return rest.length === call.query.length ? call : { ...call, query: rest };
  if (rest.length === call.query.length) return { ...call, query: [...rest, [name, value]] };
  return { ...call, query: call.query.map(([own, old]) => [own, own === name ? value : old] as const) };
}

export const isSuccess = ({ status }: Reply): boolean => status === 200;
