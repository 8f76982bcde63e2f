import type { Context } from './behaviour.js';
import type { Row } from './model.js';
import { recordShape } from './record-shape.js';

/**
 * A record as it is on the wire: the fields of its schema, in the order of the schema, and arrays as index-keyed
 * objects where documented, unless the server is configured to send arrays.
 */
export function present(record: Row, schema: string, { wireForm }: Context): Row {
  const { names, blank, indexKeyed } = recordShape(schema);
  const wire: Record<string, unknown> = { ...blank };
  for (const name of names) wire[name] = record[name];
  if (wireForm === 'array') return wire;
  for (const name of indexKeyed) {
    if (Array.isArray(wire[name])) wire[name] = indexKeyedObject(wire[name]);
  }
  return wire;
}

/** `['a', 'b']` as `{'0': 'a', '1': 'b'}`. */
function indexKeyedObject(values: readonly unknown[]): Row {
  return { ...values };
}
