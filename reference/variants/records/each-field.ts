import type { Hook } from '../../behaviour.js';
import { presented } from '../../hooks.js';

/** Changes every field of every returned record except its id and links. */
export const fields = (change: (value: unknown, name: string) => unknown): Hook =>
  presented((one, _index, { operation }) =>
    OF_TASKS.has(operation.success.schema)
      ? one
      : Object.fromEntries(
          Object.entries(one).map(([name, value]) => [
            name,
            name === 'id' || name === '_links' ? value : change(value, name),
          ]),
        ),
  );

/** The records of what a bulk update does: without them, nothing of it can be decided. */
const OF_TASKS: ReadonlySet<string | null> = new Set(['task', 'bulk-update-users-summary']);

export const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
