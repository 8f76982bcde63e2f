import { isSuccess } from '../../engine/client/answer.js';
import type { AskRule, JudgeRule } from '../../engine/run/rule.js';
import { isRead } from './applies.js';
import { isJson } from './is-json.js';
import { noCredential } from './no-credential.js';
import { stackTraceProblem } from './refusal-problems.js';
import { refusals } from './refusals.js';
import { repeatable } from './repeatable.js';

/** The longest URL that every target has to take, in characters: the document sets no limit. */
const LONGEST_URL = 250;

export const successStatus: JudgeRule = {
  id: 'answers.success-status',
  clause: 'answers.success-status',
  needs: [],
  appliesTo: isRead,
  judge({ operation, answer }, report) {
    const { success, statuses } = operation;
    if (answer.failure !== null && answer.failure.kind !== 'network') return false;
    if (answer.status === 429 || (answer.status === 403 && statuses.includes(403))) return false;
    // The first page of a filtered list may have a URL of the length that a target allows, and the next one a longer one.
    if (answer.status === 414 && answer.request.url.length > LONGEST_URL) return false;
    if (answer.status === success.status) return true;
    const message = `a documented request returned ${answer.summary}`;
    report({ at: 'status', expected: `${success.status}`, actual: answer.summary, message });
    return true;
  },
};

export const mediaType: JudgeRule = {
  id: 'answers.media-type',
  clause: 'answers.media-type',
  needs: [],
  appliesTo: isRead,
  judge({ operation, answer }, report) {
    if (answer.status !== operation.success.status) return false;
    if (isJson(answer)) return true;
    const actual = answer.header('content-type') ?? 'no content-type';
    report({
      at: 'header content-type',
      expected: 'application/json',
      actual,
      message: `the content-type of the body is ${actual}`,
    });
    return true;
  },
};

/** Names of UTF-8; ASCII is a part of it. */
const UTF_8 = /^"?(?:utf-?8|us-ascii|ascii)"?$/i;
const BEYOND_ASCII = /[\u0080-\uffff]/;
const CHARSET = /;\s*charset\s*=\s*("[^"]*"|[^\s;]*)/i;

/** A client that honours a charset reads other texts; RFC 8259 defines none, so it is harmless where it makes no difference. */
export const charset: JudgeRule = {
  id: 'answers.charset',
  clause: 'answers.charset',
  needs: [],
  appliesTo: isRead,
  judge({ operation, answer }, report) {
    if (answer.status !== operation.success.status || !isJson(answer)) return false;
    const [, declared = 'utf-8'] = CHARSET.exec(answer.header('content-type') ?? '') ?? [];
    if (UTF_8.test(declared)) return true;
    if (!BEYOND_ASCII.test(answer.text)) return false;
    report({
      at: 'header content-type',
      expected: 'charset=utf-8, or no charset',
      actual: `charset=${declared}`,
      message: `the content-type declares charset=${declared}, and the body is UTF-8 with characters beyond ASCII`,
    });
    return true;
  },
};

export const json: JudgeRule = {
  id: 'answers.json',
  clause: 'answers.json',
  needs: [],
  appliesTo: isRead,
  judge({ operation, answer }, report) {
    if (answer.status !== operation.success.status) return false;
    const { problem } = answer.json;
    if (problem === undefined) return true;
    const actual = answer.beginning(200) || 'an empty body';
    report({ at: '', expected: 'one JSON value in UTF-8', actual, message: `the body is not JSON: ${problem}` });
    return true;
  },
};

/** A client that asks for no content coding, as some tools do by default, cannot read a compressed body. */
export const identityCoding: JudgeRule = {
  id: 'answers.identity-coding',
  clause: 'answers.identity-coding',
  needs: ['answer'],
  appliesTo: isRead,
  judge({ answer }, report) {
    if (!isSuccess(answer) || answer.request.headers['accept-encoding'] !== 'identity') return false;
    const coding = answer.header('content-encoding') ?? 'identity';
    if (coding === 'identity') return true;
    const message = `the body has the content-encoding ${coding}, although the request has Accept-Encoding: identity`;
    report({ at: 'header content-encoding', expected: 'no content-encoding', actual: coding, message });
    return true;
  },
};

export const whole: JudgeRule = {
  id: 'answers.whole',
  clause: 'answers.whole',
  needs: [],
  appliesTo: isRead,
  judge({ answer: { failure } }, report) {
    if (failure === null) return true;
    if (failure.kind !== 'protocol') return false;
    report({ at: '', expected: 'a complete HTTP message', actual: failure.message, message: failure.message });
    return true;
  },
};

/** The document lists the 500 for each operation, and does not say when: one that passes is no failure. */
export const passingErrors: JudgeRule = {
  id: 'answers.passing-errors',
  clause: 'answers.passing-errors',
  needs: [],
  appliesTo: isRead,
  judge({ answer }, report) {
    if (!isSuccess(answer)) return false;
    if (!answer.hasPassed) return true;
    const message = 'a read returned a 500, and succeeded when it was sent again';
    report({ at: 'status', expected: '200 in the first attempt', actual: '500, then 200', message });
    return true;
  },
};

/** The longest URL of a request without a response that is reported, in characters: what is between may limit longer ones. */
const LONGEST_REPORTED = 2000;

/**
 * A target that never responds to some requests, as one does whose handler throws, or that closes their connections. A read that
 * the document describes and that gets no response is reported by `answers.success-status`, unless it timed out.
 */
export const response: JudgeRule = {
  id: 'answers.response',
  clause: 'answers.response',
  needs: [],
  unanswered: true,
  appliesTo: isRead,
  judge({ answer, unanswered = false }, report) {
    if (answer.request.url.length > LONGEST_REPORTED) return false;
    if (!unanswered && answer.failure?.kind !== 'timeout') return answer.failure === null;
    const what = unanswered ? 'a read' : 'a documented read';
    const message = `${what} got no response of the target, which responds to others: ${answer.summary}`;
    report({ at: 'status', expected: 'a response', actual: answer.summary, message });
    return true;
  },
};

export const noStackTrace: AskRule = {
  id: 'answers.no-stack-trace',
  clause: 'answers.no-stack-trace',
  needs: [],
  appliesTo: isRead,
  async ask(context) {
    const answers = await refusals(context);
    if (answers.length === 0) context.inconclusive('no request triggered an error response');
    for (const answer of answers) {
      const problem = stackTraceProblem(answer);
      if (problem !== null) context.report(answer, problem);
    }
  },
};

/** The rules of every response. */
export const answers = [
  successStatus,
  passingErrors,
  response,
  mediaType,
  charset,
  json,
  whole,
  identityCoding,
  repeatable,
  noStackTrace,
  noCredential,
];
