import { createReference } from '../dist/reference/index.js';
import { measure } from './processes.mjs';

/** Records the requests of one run of the command in order of arrival: method, path and headers. */
export async function recordRequests(checkArguments, sizes, folder) {
  const reference = createReference({ sizes });
  const requests = [];
  // Listens on the HTTP server, because Fastify rejects some requests before they reach the reference.
  reference.app.server.on('request', ({ method, url, headers }) => {
    const { authorization, accept } = headers;
    requests.push({ method, path: url, headers: { ...(authorization !== undefined && { authorization }), accept } });
  });
  const { url } = await reference.listen();
  await measure(checkArguments({ url, token: reference.token, fixtures: entriesOf(reference.fixtures) }), folder);
  await reference.close();
  return requests;
}

function entriesOf(fixtures) {
  return Object.entries(fixtures).map(([name, value]) => `${name}=${value}`);
}
