import { openApi } from '../../dist/conformance/openapi.js';
import { operations } from '../../dist/contract/operations/index.js';

/** The id in the sample filters. No record has it. */
const SOME_ID = '7f9c24e8-3b12-4fef-91e0-56b2d5a1f0c3';
const DATES = { fromDate: '2026-01-01', toDate: '2026-03-01' };
const SUFFIX = { date: '', 'date-time': 'T00:00:00Z' };
const REFUSED = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/error-body' } } },
};

/**
 * The description of `touchstone export openapi`, completed as a user would do it for a service: only reads, samples for
 * the required parameters, and the error responses that the document does not list but every tool provokes (401, and
 * 400 for Get user KPIs).
 */
export function describe({ url, fixtures }) {
  const { paths, ...rest } = openApi();
  const reads = Object.entries(paths).flatMap(([path, { get }]) => {
    const operation = operations.find(({ id }) => id === get?.operationId);
    const sampled = operation?.parameters.every(({ fixture }) => fixture !== null);
    return sampled ? [[path, { get: finished(get, operation, fixtures) }]] : [];
  });
  return { ...rest, servers: [{ url }], paths: Object.fromEntries(reads) };
}

function finished(get, operation, fixtures) {
  const parameters = get.parameters.map((parameter) => {
    const { fixture } = operation.parameters.find(({ name }) => name === parameter.name);
    const date = DATES[parameter.name];
    const example = date === undefined ? fixtures[fixture] : `${date}${SUFFIX[parameter.schema.format]}`;
    return example === undefined ? parameter : { ...parameter, example };
  });
  return { ...get, parameters, responses: { 400: REFUSED, 401: REFUSED, ...get.responses } };
}

/**
 * The same for a tool that generates values. Filters, sorts and periods are limited to a few values, because a schema
 * cannot express their grammar or that a period has to end after it begins, and violations would be false alarms.
 */
export function narrowed(description) {
  const paths = Object.entries(description.paths).map(([path, { get }]) => {
    const parameters = get.parameters.map((parameter) => ({
      ...parameter,
      schema: { ...parameter.schema, ...narrower(parameter) },
    }));
    return [path, { get: { ...get, parameters } }];
  });
  return { ...description, paths: Object.fromEntries(paths) };
}

function narrower({ name, example }) {
  if (name === 'filter') return { enum: ['eq', 'ne'].map((operator) => `id -${operator} '${SOME_ID}'`) };
  if (name === 'sort') return { enum: ['id:asc', 'id:desc'] };
  if (name === 'page_size') return { maximum: 1000 };
  return name in DATES ? { enum: [example] } : {};
}
