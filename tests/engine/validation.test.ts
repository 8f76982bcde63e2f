import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeProblem, loadValidators, problemsOf, sameJson, valueAt } from '../../engine/session/validation.js';
import type { WireForm } from '../../engine/target/options.js';
import { starred } from '../../schemas/json-pointer.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly required?: readonly string[];
}

const FOLDER = new URL('../../schemas/interface/', import.meta.url);
const SUFFIX = '.schema.json';
const schemas = new Map(
  readdirSync(FOLDER).map((file) => [
    file.slice(0, -SUFFIX.length),
    JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Schema,
  ]),
);
const named = (name: string): Schema => schemas.get(name) ?? {};
const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : named(schema.$ref.slice(0, -SUFFIX.length));

/** Parts of what is sent; a target sends them never. */
const SENT = ['application-markers', 'user-status', 'application-patch-website'];
/** The schemas of records: what has fields and requires none of them. */
const records = [...schemas].filter(
  ([name, { properties, required }]) => properties !== undefined && required === undefined && !SENT.includes(name),
);
const lists = [...schemas.keys()].filter((name) => name.endsWith('-list'));

/** A container that documents itself as one of index keys, or as an array in the declared difference. */
const isIndexKeyed = ({ $ref = '' }: Schema) => $ref.startsWith('index-keyed-');
const INDEXED = ['discoveryTypes', 'roles', 'certifications', 'failed'];
const UUID = '0b9b6a1e-7f39-4f0e-8a07-0a3a1f1f7a11';

/** A value of the type that a field does not have, and the kind of problem that it is. */
function wrongValues(field: string, schema: Schema, form: WireForm): [value: unknown, kind: string][] {
  const links = field === '_links';
  const { format, type } = resolved(schema);
  const [own] = [type].flat();
  const array = isIndexKeyed(schema) ? form === 'array' : own === 'array';
  if (array || own === 'object') {
    const opposite = array ? { 0: 'x' } : ['x'];
    const container = INDEXED.includes(field) ? 'container' : 'type';
    return [
      [opposite, links ? 'links' : container],
      ['x', links ? 'links' : 'type'],
    ];
  }
  if (own !== 'string') return ['1', [], {}, own === 'boolean' ? 1 : true].map((value) => [value, 'type']);
  const scalars: [unknown, string][] = [5, true, [], {}].map((value) => [value, 'type']);
  if (format === 'uuid') return [...scalars, ['42', field === 'id' ? 'id' : 'identifier']];
  if (format === 'date') return [...scalars, ['2023-02-29', 'date'], ['2024-01-01T00:00:00Z', 'date']];
  if (format === 'date-time')
    return [...scalars, ['2023-02-29T00:00:00Z', 'date'], ['2024-01-01T00:00:00', 'zone'], ['2024-01-01', 'date']];
  if (format === 'local-date-time')
    return [
      ...scalars,
      ['2023-02-29T00:00:00', 'date'],
      ['2024-01-01T00:00:00Z', 'zone'],
      ['2024-01-01T00:00:00+01', 'zone'],
    ];
  return scalars;
}

describe.each(['object', 'array'] as const)('with index-keyed objects sent as %s', (form) => {
  let validators: Awaited<ReturnType<typeof loadValidators>>;
  beforeAll(async () => {
    validators = await loadValidators(form);
  });
  const problems = (schema: string, body: unknown) => problemsOf(validators, schema, body);

  describe.each(records)('a record of %s', (name, { properties = {} }) => {
    const fields = Object.entries(properties);

    it('may lack any field, have null in it, and have fields that are not documented', () => {
      expect(problems(name, {})).toEqual([]);
      expect(problems(name, Object.fromEntries(fields.map(([field]) => [field, null])))).toEqual([]);
      expect(problems(name, { 'not documented': { at: ['all'] } })).toEqual([]);
    });

    it.each(fields)('is reported where its %s is not as documented', (field, schema) => {
      for (const [value, kind] of wrongValues(field, schema, form)) {
        const found = problems(name, { [field]: value });

        expect(found).toEqual([
          { kind, pointer: `/${field}`, pattern: `/${field}`, expected: expect.stringMatching(/^an? /), actual: value },
        ]);
      }
    });

    it('is reported where it is no object', () => {
      for (const body of [null, [], 'text', 5, true]) {
        if (body === null && [named(name).type].flat().includes('null')) continue;
        expect(problems(name, body)).toMatchObject([{ kind: 'type', pointer: '', actual: body }]);
      }
    });
  });

  describe.each(lists)('a page of %s', (name) => {
    const { properties = {}, required = [] } = named(name);
    const pagination = { page_size: 100, page_number: 1, total_pages: 1, total_items: 1 };
    const linked = required.includes('_links') ? { _links: [] } : {};
    const item = properties.items?.items?.$ref?.slice(0, -SUFFIX.length) ?? '';
    const page = { items: [{ id: UUID }], pagination, ...linked };

    it('may have any records, and members that are not documented', () => {
      expect(problems(name, { ...page, more: 1 })).toEqual([]);
      expect(problems(name, { ...page, items: [] })).toEqual([]);
    });

    it.each([
      [null, ''],
      [[], ''],
      ['text', ''],
      [{ pagination, ...linked }, '/items'],
      [{ ...page, items: null }, '/items'],
      [{ ...page, items: { 0: {} } }, '/items'],
      [{ ...page, items: [{}, null] }, '/items/1'],
      [{ ...page, items: [5] }, '/items/0'],
      [{ items: [], ...linked }, '/pagination'],
      [{ ...page, pagination: null }, '/pagination'],
      [{ ...page, pagination: [] }, '/pagination'],
    ])('is reported as an envelope: %j', (body, pointer) => {
      expect(problems(name, body)).toMatchObject([{ kind: 'envelope', pointer }]);
    });

    it.each(['page_size', 'page_number', 'total_pages'])('is reported where %s is no integer', (field) => {
      for (const value of ['1', 1.5, true]) {
        expect(problems(name, { ...page, pagination: { ...pagination, [field]: value } })).toMatchObject([
          { kind: 'pagination', pointer: `/pagination/${field}` },
        ]);
      }
    });

    it('may have null in place of each number, and lack those of the page: which fields may is not shown', () => {
      const { total_items, ...numbers } = pagination;
      const nulls = Object.fromEntries(Object.keys(pagination).map((field) => [field, null]));
      expect(problems(name, { ...page, pagination: nulls })).toEqual([]);
      for (const field of Object.keys(numbers)) {
        const { [field as 'page_size']: _left, ...others } = { ...numbers, total_items };
        expect(problems(name, { ...page, pagination: others })).toEqual([]);
      }
    });

    it('is reported where total_items is no integer or absent, outside of the agreement area', () => {
      const { total_items: _left, ...others } = pagination;
      const expected = 'total_items' in (resolved(properties.pagination ?? {}).properties ?? {}) ? 1 : 0;
      for (const own of [others, { ...pagination, total_items: '1' }]) {
        const found = problems(name, { ...page, pagination: own });
        expect(found.map(({ kind, pointer }) => ({ kind, pointer }))).toEqual(
          Array(expected).fill({ kind: 'total-items', pointer: '/pagination/total_items' }),
        );
      }
    });

    it.each(Object.entries(named(item).properties ?? {}))(
      'is reported where %s of a record is wrong',
      (field, schema) => {
        const [[value, kind] = []] = wrongValues(field, schema, form);

        expect(problems(name, { ...page, items: [{}, { [field]: value }] })).toMatchObject([
          { kind, pointer: `/items/1/${field}`, pattern: `/items/*/${field}` },
        ]);
      },
    );
  });
});

describe('index-keyed objects', () => {
  it.each([
    ['object', { 0: 1, 1: 2 }, []],
    ['object', {}, []],
    ['object', [1, 2], ['container /discoveryTypes']],
    ['object', { 0: 'a' }, ['type /discoveryTypes/0']],
    ['array', [1, 2], []],
    ['array', [], []],
    ['array', { 0: 1 }, ['container /discoveryTypes']],
    ['array', [1, 'a'], ['type /discoveryTypes/1']],
  ] as const)('sent as %s: %j', async (form, discoveryTypes, expected) => {
    const found = problemsOf(await loadValidators(form), 'user', { discoveryTypes });

    expect(found.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual(expected);
  });

  it('are arrays of integers in the consumptions and applications, whatever the wire form', async () => {
    for (const form of ['object', 'array'] as const) {
      const validators = await loadValidators(form);
      for (const schema of ['application', 'application-user-consumption', 'subscription-user-consumption']) {
        expect(problemsOf(validators, schema, { discoveryTypes: [1] })).toEqual([]);
        expect(problemsOf(validators, schema, { discoveryTypes: { 0: 1 } })).toMatchObject([{ kind: 'container' }]);
      }
      expect(problemsOf(validators, 'user-subscription', { discoveryType: [1] })).toMatchObject([{ kind: 'type' }]);
    }
  });
});

describe('nested records', () => {
  it.each([
    ['application', { licenses: [{}, { total: '1' }] }, 'type /licenses/1/total'],
    ['application', { licenses: [{ productId: 'p' }] }, 'identifier /licenses/0/productId'],
    ['subscription-insight-user', { details: [{ lastActive: '2024-01-01T00:00:00' }] }, 'zone /details/0/lastActive'],
    ['user-kpis', { totalChartData: [{ added: 1.5 }] }, 'type /totalChartData/0/added'],
    ['application-kpis', { monthlyCost: { valueCurrent: '1' } }, 'type /monthlyCost/valueCurrent'],
    ['period', { _links: [{ href: 1 }] }, 'links /_links/0/href'],
    ['task', { _links: { 0: { rel: 1 } } }, 'links /_links/0/rel'],
  ])('of %s are judged: %j', async (schema, body, expected) => {
    const found = problemsOf(await loadValidators('object'), schema, body);

    expect(found.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual([expected]);
  });
});

describe('numbers', () => {
  it('of JSON are integers where they have no fraction, however they are written', async () => {
    const body = JSON.parse('{"licenseCount": 1.0, "potentialSavings": -1e3}') as unknown;

    expect(problemsOf(await loadValidators('object'), 'user', body)).toEqual([]);
  });

  it('may be negative and huge', async () => {
    const body = { licenseCount: -9007199254740991, potentialSavings: 1e300 };

    expect(problemsOf(await loadValidators('object'), 'user', body)).toEqual([]);
  });
});

describe('a JSON Pointer', () => {
  it('leads to a value, and to nothing where there is none', () => {
    const body = { items: [{ 'a/b': { '~': 1 } }], none: null };

    expect(valueAt(body, '')).toBe(body);
    expect(valueAt(body, '/items/0/a~1b/~0')).toBe(1);
    expect(valueAt(body, '/items/1')).toBeUndefined();
    expect(valueAt(body, '/none/deeper')).toBeUndefined();
    expect(valueAt(body, '/constructor')).toBeUndefined();
  });

  it('is grouped by a star for every index', () => {
    expect(starred('/items/12/licenses/0/id')).toBe('/items/*/licenses/*/id');
    expect(starred('/a1/2b')).toBe('/a1/2b');
    expect(starred('status')).toBe('status');
  });
});

describe('two JSON values', () => {
  it('are the same whatever the order of their members, and not where the order of elements differs', () => {
    expect(sameJson({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
    expect(sameJson([1, 2], [2, 1])).toBe(false);
    expect(sameJson({ a: null }, {})).toBe(false);
  });
});

describe('the description of a problem', () => {
  const problem = { kind: 'type', pointer: '/notes', pattern: '/notes', expected: 'a string' } as const;

  it('shows a short value as it is, and marks a long one as cut, at no half of a character', () => {
    expect(describeProblem({ ...problem, actual: ['x'] })).toBe('/notes is ["x"], not a string');
    expect(describeProblem({ ...problem, actual: [`${'x'.repeat(77)}😀y`] })).toBe(
      `/notes is ["${'x'.repeat(77)}… (84 characters), not a string`,
    );
  });
});
