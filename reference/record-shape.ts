import { createRequire } from 'node:module';

/** How a field is compared: in filters, and when sorting. */
export type FieldType = 'string' | 'number' | 'boolean' | 'date';

/** The parts of the schema of a record that the reference uses. */
export interface RecordShape {
  /** The documented fields, in the order of the document. */
  readonly names: readonly string[];
  /** A record with all fields and no values; filling a copy of it is faster than growing an empty object. */
  readonly blank: Readonly<Record<string, undefined>>;
  /** The fields that are index-keyed objects in the document. */
  readonly indexKeyed: readonly string[];
  /** The fields that can be filtered and sorted: those with a single value. */
  readonly comparable: ReadonlyMap<string, FieldType>;
}

interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly $ref?: string;
}

// The package refers to itself by name, because compiled code is not in the same place relative to the schemas.
const require = createRequire(import.meta.url);
const shapes = new Map<string, RecordShape>();

/** The shape of a record, by the file name of its schema without `.schema.json`; throws if there is no such schema. */
export function recordShape(schema: string): RecordShape {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const { properties } = require(`touchstone/schemas/interface/${schema}.schema.json`) as {
    readonly properties: Readonly<Record<string, PropertySchema>>;
  };
  const entries = Object.entries(properties);
  const shape = {
    names: entries.map(([name]) => name),
    blank: Object.fromEntries(entries.map(([name]) => [name, undefined])),
    indexKeyed: entries.flatMap(([name, { $ref }]) => ($ref?.startsWith('index-keyed-') ? [name] : [])),
    comparable: new Map(
      entries.flatMap(([name, property]) => {
        const type = fieldType(property);
        return type === undefined ? [] : [[name, type] as const];
      }),
    ),
  };
  shapes.set(schema, shape);
  return shape;
}

function fieldType({ type, format }: PropertySchema): FieldType | undefined {
  const own = [type].flat().find((name) => name !== 'null');
  if (own === 'string') return format === undefined || format === 'uuid' ? 'string' : 'date';
  if (own === 'integer' || own === 'number') return 'number';
  return own === 'boolean' ? own : undefined;
}
