import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { operations } from '../contract/operations/index.js';
import type { Operation, Parameter } from '../contract/types.js';
import { VERSION } from './version.js';

type Json = Readonly<Record<string, unknown>>;

const SUFFIX = '.schema.json';
/** The formats that the document's words have in JSON Schema; the others say nothing to other tools. */
const FORMATS: Readonly<Record<string, object>> = {
  date: { type: 'string', format: 'date' },
  'date-time': { type: 'string', format: 'date-time' },
  string: { type: 'string' },
};
/** A format of our own, which no tool knows and some refuse: without the calendar, as a pattern can say it. */
const LOCAL_DATE_TIME = '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]+)?)?$';

/**
 * The interface as an OpenAPI 3.1 description, made from the contract and the schemas, for tools that take one. It says
 * less than the clauses do: what a status means, what pages are together, what a filter does, cannot be written there.
 */
export function openApi(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'SaaS management and software agreements',
      version: VERSION,
      description:
        'Made by touchstone from its contract. Paths and the scheme of the credential are not shown in the interface document; these are the defaults of touchstone.',
    },
    servers: [{ url: '/' }],
    security: [{ credential: [] }],
    paths: pathsOf(operations),
    components: {
      schemas: schemas(),
      securitySchemes: { credential: { type: 'http', scheme: 'bearer' } },
    },
  };
}

/** Operations by path and method; where two share both, the description has room for one, which names the other. */
function pathsOf(all: readonly Operation[]): Json {
  const paths = new Map<string, Record<string, unknown>>();
  for (const operation of all) {
    const { method, path } = operation.binding;
    const item = paths.get(`/${path}`) ?? {};
    const known = item[method.toLowerCase()] as { readonly operationId: string } | undefined;
    item[method.toLowerCase()] = known === undefined ? operationOf(operation) : { ...known, 'x-also': [operation.id] };
    paths.set(`/${path}`, item);
  }
  return Object.fromEntries(paths);
}

function operationOf({ id, title, area, parameters, body, success, statuses }: Operation): Json {
  const failed = statuses.filter((status) => status >= 400);
  const answer = success.schema === null ? {} : { content: contentOf('application/json', success.schema) };
  return {
    operationId: id,
    summary: title,
    tags: [area],
    parameters: parameters.map(parameterOf),
    ...(body && { requestBody: { required: true, content: contentOf(body.mediaType, body.schema) } }),
    responses: {
      [success.status ?? '2XX']: { description: success.status === null ? 'Not shown' : 'Success', ...answer },
      ...Object.fromEntries(
        failed.map((status) => [
          status,
          { description: 'Refused', content: contentOf('application/json', 'error-body') },
        ]),
      ),
    },
  };
}

function parameterOf(parameter: Parameter): Json {
  const { name, in: where, required } = parameter;
  if (parameter.in === 'path') {
    const one = { type: 'string', format: 'uuid' };
    const schema = parameter.type === 'strings' ? { type: 'array', items: one } : one;
    return { name, in: where, required, schema };
  }
  return { name, in: where, required, schema: FORMATS[parameter.type] ?? integerOf(parameter) };
}

function integerOf(parameter: Extract<Parameter, { in: 'query' }>): Json {
  const { bits, default: standard, maximum } = parameter;
  return {
    type: 'integer',
    minimum: 1,
    ...(bits !== undefined && { format: `int${bits}` }),
    ...(standard !== undefined && { default: standard }),
    ...(maximum !== undefined && { maximum }),
  };
}

function contentOf(mediaType: string, schema: string): Json {
  return { [mediaType]: { schema: { $ref: `#/components/schemas/${schema}` } } };
}

/** All schemas of the interface, with references within the description, in words that other tools know. */
function schemas(): Json {
  // The package refers to itself by name, because compiled code does not lie beside the schemas as its source does.
  const one = createRequire(import.meta.url).resolve(`touchstone/schemas/interface/user${SUFFIX}`);
  const files = readdirSync(dirname(one)).filter((file) => file.endsWith(SUFFIX));
  return Object.fromEntries(
    files.sort().map((file) => {
      const { $schema: _dialect, $id: _id, ...schema } = JSON.parse(readFileSync(join(dirname(one), file), 'utf8'));
      return [basename(file, SUFFIX), within(schema)];
    }),
  );
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      if (key === '$ref') return [key, `#/components/schemas/${basename(String(child), SUFFIX)}`];
      if (key === 'format' && child === 'local-date-time') return ['pattern', LOCAL_DATE_TIME];
      return [key, within(child)];
    }),
  );
}
