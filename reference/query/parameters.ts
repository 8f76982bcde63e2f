import type { Context } from '../behaviour.js';
import { Refusal } from '../refusal.js';

/** A query parameter that may occur once; undefined if it is absent; throws a 400 if it is repeated. */
export function single(name: string, { query }: Context): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new Refusal(400, `${name} must not be repeated`);
}

/** Whether the operation documents a query parameter; others are ignored. */
export function takes(name: string, { operation }: Context): boolean {
  return operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name === name);
}
