const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/**
 * The errors that a user would configure for a tool that sends only valid requests: no credential, an id that does not
 * exist, and the malformed filter that the document mentions. `parameters` replace those of the valid request.
 */
export function refusalsOf({ parameters }) {
  const ids = parameters.filter((parameter) => parameter.in === 'path');
  const filters = parameters.filter(({ name }) => name === 'filter');
  return [
    { name: 'anonymous', status: 401, anonymous: true, parameters: [] },
    ...(ids.length === 0 ? [] : [{ name: 'unknown', status: 404, parameters: valued(ids, UNKNOWN) }]),
    ...(filters.length === 0 ? [] : [{ name: 'malformed', status: 400, parameters: valued(filters, "-eq 'abc'") }]),
  ];
}

const valued = (parameters, value) => parameters.map(({ name, in: place }) => ({ name, in: place, value }));
