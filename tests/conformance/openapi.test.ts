import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openApi } from '../../conformance/openapi/index.js';
import { patterns } from '../../conformance/openapi/patterns.js';
import { operations } from '../../contract/operations/index.js';
import type { WireForm } from '../../contract/wire-form.js';
import { formats } from '../../schemas/formats.js';
import { command } from '../cli/run-command.js';

interface Described {
  readonly operationId: string;
  readonly 'x-also'?: readonly string[];
  readonly responses: object;
}

const described = Object.values(openApi().paths as Record<string, Record<string, Described>>).flatMap((item) =>
  Object.values(item),
);

describe('the OpenAPI description', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(openApi()) as Record<string, unknown>);

    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('has every operation of the contract once', () => {
    const ids = described.flatMap(({ operationId, 'x-also': also = [] }) => [operationId, ...also]);
    expect(ids.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  });

  it('refers only to schemas that it contains', () => {
    const text = JSON.stringify(openApi());
    const names = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    const { schemas } = openApi().components as { readonly schemas: object };
    expect(names.filter((name) => !(name !== undefined && name in schemas))).toEqual([]);
    expect(names.length).toBeGreaterThan(100);
  });

  it('uses only standard formats', () => {
    const text = JSON.stringify(openApi());
    const formats = new Set([...text.matchAll(/"format":"([^"]+)"/g)].map(([, name]) => name));
    expect([...formats].toSorted()).toEqual(['date', 'date-time', 'int32', 'int64', 'uuid']);
  });

  it('describes dates by patterns that accept what the formats of the rules accept', () => {
    const parts = fc.tuple(
      fc.constantFrom('0000', '1900', '2000', '2023', '2024', '9999', '202', '20245'),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
      fc.constantFrom('', 'T08:15', 't08:15:00', 'T24:00', 'T24:01', 'T23:59:60', 'T25:00', 'T08:15:00.123', ' 08:15'),
      fc.constantFrom('', 'Z', 'z', '+01:00', '-0330', '+24:00', '+01', 'X'),
    );
    const two = (number: number) => String(number).padStart(2, '0');
    fc.assert(
      fc.property(parts, ([year, month, day, time, zone]) => {
        const text = `${year}-${two(month)}-${two(day)}${time}${zone}`;
        for (const name of ['date', 'date-time', 'local-date-time'] as const) {
          expect([name, text, new RegExp(patterns[name] ?? '').test(text)]).toEqual([name, text, formats[name](text)]);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('states the UUID form for id alone, and no limits that the document does not have', () => {
    const { schemas } = openApi().components as { readonly schemas: Record<string, { properties?: object }> };
    const formatted = Object.values(schemas).flatMap(({ properties = {} }) =>
      Object.entries(properties).flatMap(([name, { format }]) => (format === 'uuid' ? [name] : [])),
    );
    expect(new Set(formatted)).toEqual(new Set(['id']));
    expect(JSON.stringify(openApi())).not.toContain('"minimum"');
  });

  it('accepts of an index-keyed object only indexes as keys, or an array in the other form', () => {
    const validates = (form: WireForm, value: unknown) => {
      const { components } = openApi(form);
      const $ref = '#/components/schemas/index-keyed-strings';
      return new Ajv2020({ strict: false, formats }).validate({ $ref, components }, value);
    };
    expect([{}, { 0: 'a', 1: 'b', 10: 'c' }, null].map((value) => validates('object', value))).toEqual([
      true,
      true,
      true,
    ]);
    expect([{ a: 'a' }, { '01': 'a' }, { 0: 1 }, ['a']].filter((value) => validates('object', value))).toEqual([]);
    expect([['a'], [], null].map((value) => validates('array', value))).toEqual([true, true, true]);
    expect([[1], { 0: 'a' }].filter((value) => validates('array', value))).toEqual([]);
  });

  it('states that the code of a refusal is its status, beside a 401 and other statuses without a body', () => {
    for (const { responses } of described) {
      const refused = Object.entries(responses as Record<string, { content?: object }>).filter(([status]) =>
        /^[4-5]\d\d$|default/.test(status),
      );
      const bodies = refused.map(([status, { content }]) => [
        status,
        JSON.stringify(content)?.match(/error-body-\d+/)?.[0],
      ]);
      expect(bodies).toEqual(
        refused.map(([status]) => [status, ['401', 'default'].includes(status) ? undefined : `error-body-${status}`]),
      );
      expect(refused.map(([status]) => status)).toEqual(expect.arrayContaining(['401', 'default']));
    }
    const { schemas } = openApi().components as { readonly schemas: Record<string, object> };
    expect(JSON.stringify(schemas['error-body-404'])).toContain('"const":404');
  });

  it('links lists to the reads of their records and bulk updates to their task, but nothing to removals', () => {
    const links = Object.fromEntries(
      described.flatMap(({ operationId, responses }) =>
        Object.values(responses as Record<string, { links?: object }>).flatMap(({ links: found }) =>
          found === undefined ? [] : [[operationId, found]],
        ),
      ),
    );
    expect(links.getUsers).toMatchObject({
      getUser: { operationId: 'getUser', parameters: { userId: '$response.body#/items/0/id' } },
    });
    const task = { operationId: 'getApplicationsTask', parameters: { id: '$response.body#/id' } };
    expect(links.bulkUpdateUsers).toEqual({ getApplicationsTask: task });
    expect(JSON.stringify(links)).not.toContain('deleteSubscriptionUsers');
    const ids = described.map(({ operationId }) => operationId);
    for (const named of Object.values(links)) expect(ids).toEqual(expect.arrayContaining(Object.keys(named)));
  });

  it('is the output of the command', async () => {
    const printed = async (...flags: string[]) =>
      JSON.parse((await command().run('export', 'openapi', ...flags)).stdout);
    expect(await printed()).toEqual({ openapi: '3.1.0', wireForm: 'object' });
    expect(await printed('--wire-form', 'array')).toEqual({ openapi: '3.1.0', wireForm: 'array' });
    expect((await command().run('export', 'raml')).code).toBe(2);
  });
});
