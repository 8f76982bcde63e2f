import type { Context } from './behaviour.js';
import type { Row } from './model.js';
import { recordShape } from './record-shape.js';

/**
 * A record as it is on the wire: the fields that its schema names, in the schema's order, and arrays as objects
 * keyed by index where the document writes them so, unless the server was told to send arrays.
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
