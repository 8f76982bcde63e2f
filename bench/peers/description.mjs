import { openApi } from '../../dist/conformance/openapi/index.js';
import { operations } from '../../dist/contract/operations/index.js';

const DATES = { fromDate: '2026-01-01', toDate: '2026-03-01' };
const SUFFIX = { date: '', 'date-time': 'T00:00:00Z' };

/**
 * The description of `touchstone export openapi`, completed as a user would do it for a service: only reads, with samples
 * for the required parameters.
 */
export function describe({ url, fixtures }) {
  const { paths, ...rest } = openApi();
  const reads = Object.entries(paths).flatMap(([path, { get }]) => {
    const operation = operations.find(({ id }) => id === get?.operationId);
    const sampled = operation?.parameters.every(({ fixture }) => fixture !== null);
    return sampled ? [[path, get, operation]] : [];
  });
  const kept = new Set(reads.map(([, { operationId }]) => operationId));
  const described = reads.map(([path, get, operation]) => [path, { get: finished(get, operation, fixtures, kept) }]);
  return { ...rest, servers: [{ url }], paths: Object.fromEntries(described) };
}

function finished({ parameters, responses, ...get }, operation, fixtures, kept) {
  const sampled = parameters.map((parameter) => {
    const { fixture } = operation.parameters.find(({ name }) => name === parameter.name);
    const date = DATES[parameter.name];
    const example = date === undefined ? fixtures[fixture] : `${date}${SUFFIX[parameter.schema.format]}`;
    return example === undefined ? parameter : { ...parameter, example };
  });
  return { ...get, parameters: sampled, responses: withLinksTo(kept, responses) };
}

function withLinksTo(kept, responses) {
  return Object.fromEntries(
    Object.entries(responses).map(([status, { links = {}, ...response }]) => {
      const linked = Object.entries(links).filter(([, { operationId }]) => kept.has(operationId));
      return [status, { ...response, ...(linked.length > 0 && { links: Object.fromEntries(linked) }) }];
    }),
  );
}
