import type { Operation } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { isGatewayError } from '../client/cause.js';
import { expectsTls, isHtml } from '../client/other-server.js';
import { nullIfInconclusive } from '../session/signals.js';
import { requiredQuery, type World } from '../session/world.js';

/**
 * Checks that the target can be tested, by requesting the selected lists that need no sample. Returns the reason and
 * what to do if the target is unreachable, rejects the credential everywhere, or does not implement this interface;
 * else `null`.
 */
export async function preflight(world: World, operations: readonly Operation[]): Promise<string | null> {
  const probes = world.probes();
  const selected = probes.filter((probe) => operations.includes(probe));
  const lists = selected.length > 0 ? selected : probes;
  const asked = lists.map((operation) =>
    world.session.ask({ operation, params: {}, query: requiredQuery(operation), valid: true }),
  );
  // A body that is no longer in memory shows that the target responds: it decides nothing here.
  const answers = (await Promise.all(asked.map((answer) => answer.catch(nullIfInconclusive)))).filter(
    (answer) => answer !== null,
  );
  if (answers.length === 0) return null;
  const answered = answers.filter(({ failure }) => failure === null);
  const all = (is: (answer: Answer) => boolean) => answered.every(is);
  const { baseUrl } = world.session.target;
  const failure = answers.find((answer) => answer.failure !== null)?.failure;
  if (failure && answered.length === 0) {
    return `the target ${baseUrl} cannot be tested: ${failure.message}. ${failure.hint}`;
  }
  if (all(({ status }) => status === 401)) {
    const { hasCredential, isCertified } = world.session.target;
    const check = isCertified
      ? 'Check the client certificate, or give a token with TOUCHSTONE_TOKEN if the target needs one as well.'
      : 'Check the token.';
    return hasCredential
      ? `the target returns 401 for every list: it rejects the credential. ${check}`
      : 'the target returns 401 for every list, and no credential was given. Give one with TOUCHSTONE_TOKEN or --auth.';
  }
  if (all(({ status }) => status === 429)) return 'the target keeps returning 429. Limit the rate with --rps.';
  if (all(({ status }) => isGatewayError(status))) {
    return `the target returns ${answered[0]?.status} for every list. Try again when it is available.`;
  }
  if (all(({ status }) => status >= 300 && status < 400)) {
    return `the target redirects every list: ${answered[0]?.summary}. Give the URL that it redirects to as the base URL.`;
  }
  if (all(expectsTls)) {
    return `the port of the target expects TLS. Write https: in the base URL ${baseUrl}.`;
  }
  if (all(isHtml)) {
    return `the target returns HTML for every list. Check that ${baseUrl} is the interface itself, not a login page.`;
  }
  if (all(({ status }) => status === 404)) {
    return `the target returns 404 for every list. Check the base URL ${baseUrl}, or give the paths with --bind.`;
  }
  return null;
}
