import { createHash } from 'node:crypto';
import { operations } from '../../contract/operations/index.js';
import type { Target } from '../target/target.js';

/**
 * A digest of each binding of a target that differs from the documented one, by operation id: it shows whether an undo
 * gets the same bindings, but nothing can be sent with it.
 */
export function bindingDigests(target: Target): Record<string, string> {
  return Object.fromEntries(
    operations.flatMap((operation) => {
      const { method, path } = target.binding(operation);
      const isDocumented = method === operation.binding.method && path === operation.binding.path;
      if (isDocumented) return [];
      const text = `${method} ${path.replace(/^\/+/, '')}`;
      return [[operation.id, createHash('sha256').update(text).digest('hex').slice(0, 16)]];
    }),
  );
}
