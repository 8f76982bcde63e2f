// Generates schemas/generated/ from the JSON Schema files: TypeScript types, and validators compiled ahead of time.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { _, Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { compile } from 'json-schema-to-typescript';

const SUFFIX = '.schema.json';
const FORMATS = ['uuid', 'date', 'date-time', 'local-date-time'];
const BANNER = '// Generated from the JSON Schema files by `npm run build`; do not edit.\n';

/** Reads every `*.schema.json` of a folder, by name without the suffix. */
function readSchemas(folder) {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(SUFFIX))
    .sort();
  return new Map(
    names.map((file) => [file.slice(0, -SUFFIX.length), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  );
}

const pascal = (name) => name.replace(/(^|-)([a-z])/g, (_match, _dash, letter) => letter.toUpperCase());
const camel = (name) => name.replace(/-([a-z])/g, (_match, letter) => letter.toUpperCase());

/** Rewrites references between files to references inside one bundle. */
function inBundle(value) {
  if (Array.isArray(value)) return value.map(inBundle);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([key]) => key !== '$schema' && key !== '$id');
  return Object.fromEntries(
    entries.map(([key, child]) =>
      key === '$ref' && child.endsWith(SUFFIX)
        ? [key, `#/definitions/${child.slice(0, -SUFFIX.length)}`]
        : [key, inBundle(child)],
    ),
  );
}

async function typesOf(schemas) {
  const definitions = Object.fromEntries(
    [...schemas].map(([name, schema]) => [name, { ...inBundle(schema), title: pascal(name) }]),
  );
  return compile({ title: 'AllSchemas', type: 'object', definitions }, 'AllSchemas', {
    additionalProperties: true,
    bannerComment: BANNER,
    unreachableDefinitions: true,
    format: false,
  });
}

/** The schemas for `--wire-form array`: index-keyed objects become arrays. */
function asArrays(schemas) {
  return new Map(
    [...schemas].map(([name, schema]) => {
      if (!name.startsWith('index-keyed-')) return [name, schema];
      const { additionalProperties: items, ...rest } = schema;
      return [name, { ...rest, type: ['array', 'null'], items }];
    }),
  );
}

function validatorsOf(schemas) {
  const ajv = new Ajv2020({
    schemas: [...schemas.values()],
    allErrors: true,
    allowUnionTypes: true,
    discriminator: true,
    messages: false,
    // Placeholders: the generated code imports the functions of schemas/formats.ts instead.
    formats: Object.fromEntries(FORMATS.map((name) => [name, () => true])),
    code: { source: true, esm: true, lines: false, formats: _`formats` },
  });
  const exported = Object.fromEntries([...schemas].map(([name, schema]) => [camel(name), schema.$id]));
  return standalone.default(ajv, exported);
}

/** The kind of value a schema describes: its format, or its JSON type, or the schema it refers to. */
function kindOf({ $ref = '', format, type = [] }) {
  if ($ref.startsWith('index-keyed-')) return 'index-keyed';
  return $ref === '' ? (format ?? [type].flat()[0]) : 'object';
}

/** The kind of value of each documented field of each record. */
function fieldsOf(schemas) {
  return Object.fromEntries(
    [...schemas].map(([name, { properties = {} }]) => [
      name,
      Object.fromEntries(Object.entries(properties).map(([field, schema]) => [field, kindOf(schema)])),
    ]),
  );
}

/** The same with the fields of nested records, as `name kind`; without links. */
function nestedFieldsOf(schemas) {
  const byFile = new Map([...schemas.values()].map((schema) => [schema.$id, schema]));
  const namesIn = ({ $ref, properties = {}, items, additionalProperties }) => [
    ...($ref === undefined ? [] : namesIn(byFile.get($ref))),
    ...[items, additionalProperties].flatMap((part) => (typeof part === 'object' ? namesIn(part) : [])),
    ...Object.entries(properties)
      .filter(([field]) => field !== '_links')
      .flatMap(([field, schema]) => [`${field} ${kindOf(schema)}`, ...namesIn(schema)]),
  ];
  return Object.fromEntries([...schemas].map(([name, schema]) => [name, [...new Set(namesIn(schema))]]));
}

/** The fields of each record that contain other records: their schema, and whether there are several. */
function recordsWithinOf(schemas) {
  const nameOf = (ref) => ref.slice(0, -SUFFIX.length);
  const within = (schema) => {
    const { $ref, items, additionalProperties } = schema;
    const one = items?.$ref ?? additionalProperties?.$ref;
    if (one !== undefined) return { schema: nameOf(one), several: true };
    if ($ref === undefined) return null;
    const own = schemas.get(nameOf($ref));
    return own.properties === undefined ? within(own) : { schema: nameOf($ref), several: false };
  };
  return Object.fromEntries(
    [...schemas].map(([name, { properties = {} }]) => [
      name,
      Object.fromEntries(
        Object.entries(properties).flatMap(([field, schema]) => {
          const found = within(schema);
          return found === null ? [] : [[field, found]];
        }),
      ),
    ]),
  );
}

/** Writes schemas/generated/ under `root`. */
export async function generateSchemas(root) {
  const generated = join(root, 'schemas', 'generated');
  mkdirSync(generated, { recursive: true });
  const of = (folder) => readSchemas(join(root, 'schemas', folder));
  const write = (file, text) => writeFileSync(join(generated, file), text);
  const records = of('interface');
  write('interface.ts', await typesOf(records));
  write('touchstone.ts', await typesOf(of('touchstone')));
  const module = (schemas) =>
    `${BANNER}// @ts-nocheck\nimport { formats } from '../formats.js';\n${validatorsOf(schemas)}`;
  const [fields, nested, within] = [fieldsOf, nestedFieldsOf, recordsWithinOf].map((table) =>
    JSON.stringify(table(records), null, 2),
  );
  write(
    'fields.ts',
    [
      BANNER,
      `export const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = ${fields};\n`,
      `export const nestedFields: Readonly<Record<string, readonly string[]>> = ${nested};\n`,
      'export interface RecordsWithin {\n  readonly schema: string;\n  readonly several: boolean;\n}\n',
      `export const recordsWithin: Readonly<Record<string, Readonly<Record<string, RecordsWithin>>>> = ${within};\n`,
    ].join(''),
  );
  write('validators-object.ts', module(records));
  write('validators-array.ts', module(asArrays(records)));
  // Every run loads the one of the journal, so it is not in the module with the large ones.
  const own = [...of('touchstone')];
  const isJournal = ([name]) => name.startsWith('journal-');
  write('validators-journal.ts', module(new Map(own.filter(isJournal))));
  write('validators-touchstone.ts', module(new Map(own.filter((one) => !isJournal(one)))));
}
