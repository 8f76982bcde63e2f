import { afterAll, describe, expect, test } from 'vitest';
import { operation, operations } from '../../contract/operations/index.js';
import { recordShape } from '../../reference/record-shape.js';
import { problems, requiredQuery, serve, UNKNOWN_ID } from './harness.js';

const server = serve();
afterAll(() => server.close());

const reads = operations.filter(({ id, binding }) => binding.method === 'GET' && !/Task$|Summary$/.test(id));
const byId = reads.filter(({ parameters }) => parameters.some(({ in: place }) => place === 'path'));

describe.each(reads.map(({ id }) => id))('%s', (id) => {
  test('returns a body that is valid against its schema and has no undocumented fields', async () => {
    const { status, headers, json } = await server.call(id, { query: requiredQuery(id) });
    const { schema, item } = operation(id).success;
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(problems(schema ?? '', json)).toEqual([]);
    const { names } = recordShape(item ?? schema ?? '');
    for (const record of item === undefined ? [json] : json.items) expect(Object.keys(record)).toEqual(names);
  });
});

describe.each(byId.map(({ id, parameters }) => ({ id, parameters })))('$id', ({ id, parameters }) => {
  const paths = parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);

  test.each(paths)('returns 404 for an unknown %s and 400 for a malformed one', async (name) => {
    const query = requiredQuery(id);
    const unknown = await server.call(id, { query, params: { [name]: UNKNOWN_ID } });
    expect([unknown.status, unknown.json.error.code]).toEqual([404, 404]);
    for (const malformed of ['x', '%', "' or 1=1", `${UNKNOWN_ID}0`, 'constructor', 'a'.repeat(2000)]) {
      const { status, json } = await server.call(id, { query, params: { [name]: malformed } });
      expect([malformed, status, json.error.code]).toEqual([malformed, 400, 400]);
    }
  });

  test('accepts an id in any case', async () => {
    const params = Object.fromEntries(
      parameters.flatMap((parameter) =>
        parameter.in === 'path' && parameter.fixture !== null
          ? [[parameter.name, server.fixtures[parameter.fixture].toUpperCase()]]
          : [],
      ),
    );
    expect((await server.call(id, { query: requiredQuery(id), params })).status).toBe(200);
  });
});

test('an insight rule of another subscription is unknown', async () => {
  const other = server.tenant.subscriptions.records.find(({ id }) => id !== server.fixtures.subscriptionId);
  const { status } = await server.call('getSubscriptionInsightUsers', { params: { subscriptionId: other?.id ?? '' } });
  expect(status).toBe(404);
});

test('unknown tasks and summaries return 404; a malformed id returns 400 where documented', async () => {
  for (const id of ['getUsersTask', 'getApplicationsTask']) {
    expect((await server.call(id)).status).toBe(404);
    expect((await server.call(id, { params: { id: 'x' } })).status).toBe(404);
  }
  expect((await server.call('getBulkUpdateUsersSummary')).status).toBe(404);
  expect((await server.call('getBulkUpdateUsersSummary', { params: { id: 'x' } })).status).toBe(400);
});

describe('served with other options', () => {
  test('the array form has arrays instead of index-keyed objects', async () => {
    const arrays = serve({ wireForm: 'array' });
    const objects = (await server.call('getUser')).json;
    const { discoveryTypes } = (await arrays.call('getUser')).json;
    expect(discoveryTypes).toEqual(Object.values(objects.discoveryTypes));
    expect(Object.keys(objects.discoveryTypes)).toEqual(
      discoveryTypes.map((_: number, index: number) => String(index)),
    );
    await arrays.close();
  });

  test('an operation can have another method and path, which links use', async () => {
    const bindings = { getAgreement: { method: 'GET', path: '/v3/papers/{id}' } } as const;
    const bound = serve({ bindings });
    const id = bound.fixtures.agreementId;
    const headers = { authorization: `Bearer ${bound.token}` };
    const answer = await bound.app.inject({ url: `/v3/papers/${id}`, headers });
    expect(answer.json()._links[0]).toEqual({ rel: 'self', method: 'GET', href: `v3/papers/${id}` });
    expect((await bound.call('getAgreement')).status).toBe(404);
    await bound.close();
  });

  test('on a port, at the URL that listen returns', async () => {
    const listening = serve();
    const { url } = await listening.listen();
    const answer = await fetch(`${url}/${operation('getUsers').binding.path}`, {
      headers: { authorization: `Bearer ${listening.token}` },
    });
    expect(answer.status).toBe(200);
    await listening.close();
  });
});
