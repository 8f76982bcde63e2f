import { operations } from '../contract/operations/index.js';
import type { Binding, Method, Operation } from '../contract/types.js';

/** A method and path with the operations that share it; by default, only the two Get task operations do. */
export interface Route {
  readonly method: Method;
  /** With parameters as `:name`. */
  readonly url: string;
  readonly operations: readonly Operation[];
}

/** Bindings that differ from those of the contract, by operation id. */
export type Bindings = Readonly<Record<string, Binding>>;

/** The routes of all operations; operations with the same method and path share one. */
export function routesOf(bindings: Bindings): readonly Route[] {
  const routes = new Map<string, Route>();
  for (const operation of operations) {
    const { method, path } = bindings[operation.id] ?? operation.binding;
    const url = `/${withoutSlash(path).replace(/\{(\w+)\}/g, ':$1')}`;
    const key = `${method} ${url}`;
    routes.set(key, { method, url, operations: [...(routes.get(key)?.operations ?? []), operation] });
  }
  return [...routes.values()];
}

/** The methods that the path of a URL supports; empty if there is no such path. */
export function methodsAt(routes: readonly Route[], url: string): Method[] {
  const [path = ''] = url.split('?');
  const at = routes.filter((route) => new RegExp(`^${route.url.replace(/:\w+/g, '[^/]+')}$`).test(path));
  return [...new Set(at.map(({ method }) => method))];
}

/** A function that returns the path of an operation with its parameters filled in, relative to the base URL. */
export function pathsOf(bindings: Bindings) {
  const paths = new Map(operations.map(({ id, binding }) => [id, withoutSlash((bindings[id] ?? binding).path)]));
  return (operationId: string, params: Readonly<Record<string, string>>): string =>
    (paths.get(operationId) ?? '').replace(/\{(\w+)\}/g, (_braces, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
}

/** Paths are relative to the base URL, with or without a leading slash. */
function withoutSlash(path: string): string {
  return path.replace(/^\/+/, '');
}
