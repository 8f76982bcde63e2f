import type { FieldType } from '../record-shape.js';
import { malformed } from '../refusal.js';

export interface SortKey {
  readonly field: string;
  readonly type: FieldType;
  readonly direction: 'asc' | 'desc';
}

/**
 * Parses a sort expression: `field:asc` or `field:desc`, several separated by commas; throws a 400 at the first wrong
 * key.
 */
export function parseSort(text: string, fields: ReadonlyMap<string, FieldType>): SortKey[] {
  let position = 0;
  return text.split(',').map((part) => {
    const key = parseKey(part, position, fields);
    position += part.length + 1;
    return key;
  });
}

function parseKey(part: string, position: number, fields: ReadonlyMap<string, FieldType>): SortKey {
  const [field = '', direction, ...rest] = part.split(':');
  const type = fields.get(field);
  if (type === undefined) throw malformed('sort', position, 'expected the name of a field to sort by');
  if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
    throw malformed('sort', position + field.length, 'expected :asc or :desc');
  }
  return { field, type, direction };
}
