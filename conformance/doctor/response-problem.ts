import { type Answer, isSuccess } from '../../engine/client/answer.js';
import { isGatewayError } from '../../engine/client/cause.js';
import { expectsTls, isHtml } from '../../engine/client/other-server.js';
import { problem, type Shown } from './step.js';

/** What a response shows of something else than the interface: a proxy, a gateway, a login page; `null` if nothing. */
export function otherServer(answer: Answer): Shown | null {
  const { status, failure } = answer;
  if (failure !== null) return problem(`no response: ${failure.message}`, failure.hint);
  if (status === 407)
    return problem('407: the proxy requires a credential', 'Give --proxy http://USER:PASSWORD@HOST:PORT.');
  if (status >= 300 && status < 400) {
    const location = answer.header('location') ?? 'nowhere';
    return problem(`${status}: redirects to ${location}`, 'Give the URL that it redirects to as the base URL.');
  }
  if (expectsTls(answer)) return problem('400: the port expects TLS', 'Write https: in the base URL.');
  if (isGatewayError(status)) {
    return problem(`${status}: a gateway or the target is not available`, 'Try again when the target is available.');
  }
  return isSuccess(answer) ? pageProblem(answer) : null;
}

/** The statuses whose cause another step names, whatever the body. */
const NAMED_ELSEWHERE: readonly number[] = [401, 403, 429];

/**
 * What a response to each area shows of something else than the interface. One area alone may return an HTML body with an
 * error; if all do, no interface is there.
 */
export function otherServerForAll(answer: Answer): Shown | null {
  return otherServer(answer) ?? (NAMED_ELSEWHERE.includes(answer.status) ? null : pageProblem(answer));
}

function pageProblem(answer: Answer): Shown | null {
  if (!isHtml(answer)) return null;
  return problem(`${answer.status} with HTML`, 'Check that the base URL is the interface itself, not a login page.');
}
