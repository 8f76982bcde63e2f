import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApi } from '../../conformance/openapi.js';
import { operations } from '../../contract/operations/index.js';
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

  it('describes a date and time without a zone by a pattern', () => {
    const text = JSON.stringify(openApi());
    const patterns = [...text.matchAll(/"lastActive":[^}]*"pattern":("[^"]+")/g)].map(([, one = '']) =>
      JSON.parse(one),
    );
    const taken = (given: string) => patterns.every((pattern) => new RegExp(pattern).test(given));

    expect(patterns).toHaveLength(2);
    expect(['2026-01-31T08:15:00', '2026-01-31t08:15', '2026-01-31T08:15:00.5'].filter(taken)).toHaveLength(3);
    expect(['2026-01-31T08:15:00Z', '2026-01-31T08:15:00+01:00', '2026-01-31'].filter(taken)).toEqual([]);
  });

  it('is the output of the command', async () => {
    expect(JSON.parse((await command().run('export', 'openapi')).stdout)).toEqual({ openapi: '3.1.0' });
    expect((await command().run('export', 'raml')).code).toBe(2);
  });
});
