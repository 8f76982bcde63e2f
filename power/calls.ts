import type { Operation } from '../contract/types.js';
import type { WireRequest } from '../engine/client/round-trip.js';
import type { Target } from '../engine/target/target.js';
import type { Call } from '../faults/wire.js';

const MEDIA_TYPE = 'content-type';

/** Reads requests as calls of operations, and writes calls as requests. */
export interface Calls {
  /** `null` for a request that belongs to no operation. */
  read(request: WireRequest): Call | null;
  /** The request of a call that was made from the call of another request. */
  write(call: Call, original: WireRequest): WireRequest;
}

/** The calls of operations, as a target binds them. */
export function callsOf(target: Target, operations: readonly Operation[]): Calls {
  const routes = operations
    .map((operation) => {
      const { method, path } = target.binding(operation);
      return routeOf(operation.id, method, target.path(path));
    })
    .toSorted((one, other) => one.names.length - other.names.length);
  const credential = Object.entries(target.headers('given'));
  const read = new Map<string, Call | null>();
  return {
    read: (request) => {
      const credentialed = credential.every(([name, value]) => request.headers[name] === value);
      if (request.method !== 'GET') return callOf(routes, request, credentialed);
      const key = `${request.path} ${credentialed}`;
      const known = read.get(key) ?? callOf(routes, request, credentialed);
      read.set(key, known);
      return known;
    },
    write: (call, original) => {
      const route = routes.find(({ operation }) => operation === call.operation);
      const path = route?.template.replace(/\{([^}]+)\}/g, (_match, name: string) =>
        encodeURIComponent(call.params[name] ?? ''),
      );
      const query = call.query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
      const headers = call.credentialed ? { ...original.headers, ...target.headers('given') } : original.headers;
      const { body: _own, ...rest } = original;
      return {
        ...rest,
        method: route?.method ?? original.method,
        path: query === '' ? (path ?? '') : `${path}?${query}`,
        headers: call.mediaType === undefined ? headers : { ...headers, [MEDIA_TYPE]: call.mediaType },
        ...(call.body !== undefined && { body: call.body }),
      };
    },
  };
}

interface Route {
  readonly operation: string;
  readonly method: string;
  readonly template: string;
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

function routeOf(operation: string, method: string, template: string): Route {
  const parts = template.split(/\{([^}]+)\}/);
  const names = parts.filter((_part, index) => index % 2 === 1);
  const literal = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const source = parts.map((part, index) => (index % 2 === 1 ? '([^/]*)' : literal(part))).join('');
  return { operation, method, template, names, pattern: new RegExp(`^${source}$`) };
}

function callOf(
  routes: readonly Route[],
  { method, path, headers, body }: WireRequest,
  credentialed: boolean,
): Call | null {
  const [bare = '', query = ''] = path.split(/\?(.*)/s);
  for (const { operation, method: own, names, pattern } of routes) {
    const found = own === method ? pattern.exec(bare) : null;
    if (found === null) continue;
    const values = found.slice(1).map(decoded);
    const params = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
    const mediaType = headers[MEDIA_TYPE];
    return {
      operation,
      params,
      query: pairsOf(query),
      credentialed,
      ...(body !== undefined && { body }),
      ...(mediaType !== undefined && { mediaType }),
    };
  }
  return null;
}

function pairsOf(query: string): Call['query'] {
  if (query === '') return [];
  return query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return [decoded(name), decoded(value)] as const;
  });
}

/** A text that is not well encoded stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
