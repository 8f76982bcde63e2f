import { operation } from '../../contract/operations/index.js';
import { createReference, generateTenant, type Reference, type ReferenceOptions } from '../../reference/index.js';
import * as validators from '../../schemas/generated/validators-object.js';

/** One default tenant for all tests; a reference writes to a clone of it. */
export const tenant = generateTenant();

export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string | Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A response with its JSON, loosely typed: tests check its content. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any body
  readonly json: any;
}

/** A reference over the shared tenant, and a way to call its operations by id with the rich fixtures filled in. */
export function serve(options: ReferenceOptions = {}) {
  const reference = createReference({ tenant, taskDurationMs: 0, ...options });
  const call = (operationId: string, asked: Asked = {}) => callOn(reference, operationId, asked);
  return { ...reference, reference, call };
}

async function callOn(reference: Reference, operationId: string, asked: Asked): Promise<Answered> {
  const { binding, parameters, body } = operation(operationId);
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((made, { name, fixture }) => {
      const value = asked.params?.[name] ?? (fixture === null ? UNKNOWN_ID : reference.fixtures[fixture]);
      return made.replace(`{${name}}`, encodeURIComponent(value));
    }, binding.path);
  const query = typeof asked.query === 'string' ? asked.query : queryOf(asked.query ?? {});
  const payload = typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body);
  return inject(reference, binding.method, `/${path}${query === '' ? '' : `?${query}`}`, {
    headers: { ...(body && payload !== undefined ? { 'content-type': body.mediaType } : {}), ...asked.headers },
    payload,
  });
}

function queryOf(query: Readonly<Record<string, string | number>>): string {
  return new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

type Method = 'GET' | 'PATCH' | 'POST' | 'DELETE' | 'PUT';

/** Any request, authorized unless the headers say otherwise. */
export async function inject(
  { app, token }: Reference,
  method: Method,
  url: string,
  { headers = {}, payload }: { headers?: Readonly<Record<string, string>>; payload?: string | undefined } = {},
): Promise<Answered> {
  const sent = { authorization: `Bearer ${token}`, ...headers };
  const answer = await app.inject({ method, url, headers: sent, ...(payload === undefined ? {} : { payload }) });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: parse(answer.body) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The problems that a body has against a schema, none if it is valid. */
export function problems(schema: string, body: unknown): unknown {
  const name = schema.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const validate = (validators as unknown as Record<string, { (value: unknown): boolean; errors?: unknown }>)[name];
  if (validate === undefined) throw new Error(`there is no validator for ${schema}`);
  return validate(body) ? [] : validate.errors;
}

/** The dates that an operation requires, if any: a period that ends after all of the tenant's data. */
export function requiredQuery(operationId: string): Record<string, string> {
  const values = { date: ['2025-01-01', '2025-06-02'], 'date-time': ['2025-01-01T00:00:00Z', '2025-06-02T00:00:00Z'] };
  const required = operation(operationId).parameters.filter(({ in: place, required }) => place === 'query' && required);
  return Object.fromEntries(
    required.map(({ name, type }) => [name, values[type as 'date'][name === 'fromDate' ? 0 : 1] ?? '']),
  );
}

/** Waits until a task has ended, and answers it. */
export async function ended(server: ReturnType<typeof serve>, id: string): Promise<Answered> {
  for (;;) {
    const task = await server.call('getUsersTask', { params: { id } });
    if (task.json.status !== 'Running') return task;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
