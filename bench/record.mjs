import { createReference } from '../dist/reference/index.js';
import { measure } from './processes.mjs';

/** The requests of one run of the command, in the order in which they came: method, path, and the credential. */
export async function recordRequests(checkArguments, sizes, folder) {
  const reference = createReference({ sizes });
  const requests = [];
  // Of the server itself: some requests are refused before the reference looks at them.
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
