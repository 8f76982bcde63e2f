import type { Hook } from '../../behaviour.js';
import { bodyOf, html, refusal, repeatingCredential } from '../../hooks.js';
import { family } from '../mutant.js';

const TRACE = 'no\n    at write (/srv/app/server.js:10:5)';

/** Another message in the error bodies of a status. */
const saying = (status: number, message: string): Hook => bodyOf(status, { error: { code: status, message } });

/** Another media type for the error bodies of a status. */
const typed = (status: number, type: string): Hook =>
  refusal((given) =>
    given.status === status ? { ...given, headers: { ...given.headers, 'content-type': type } } : given,
  );

/** Defects of the responses that reject writes. */
export const rejections = family(
  'rejections',
  [
    {
      title: 'the error body of an invalid update is sent as text',
      operation: 'updateUser',
      rule: 'errors.media-type',
      rules: ['errors.writes-media-type'],
      hook: typed(400, 'text/plain'),
    },
    {
      title: 'the error body of a removal from an unknown subscription is sent as HTML',
      operation: 'deleteSubscriptionUsers',
      rule: 'errors.media-type',
      rules: ['errors.writes-media-type'],
      hook: typed(404, 'text/html'),
    },
    {
      title: 'the message for an invalid bulk update is empty',
      operation: 'bulkUpdateUsers',
      rule: 'errors.message',
      rules: ['errors.writes-message'],
      hook: saying(400, ''),
    },
    {
      title: 'the message for a removal from an unknown subscription is empty',
      operation: 'deleteSubscriptionUsers',
      rule: 'errors.message',
      rules: ['errors.writes-message'],
      hook: saying(404, ''),
    },
    {
      title: 'the error response to an invalid update contains a stack trace',
      operation: 'updateApplication',
      rule: 'answers.no-stack-trace',
      rules: ['answers.writes-no-stack-trace'],
      hook: saying(400, TRACE),
    },
    {
      title: 'the error response to an update of an unknown id contains a stack trace',
      operation: 'updateUser',
      rule: 'answers.no-stack-trace',
      rules: ['answers.writes-no-stack-trace'],
      hook: saying(404, TRACE),
    },
    {
      title: 'the error response to a removal from an unknown subscription contains a stack trace',
      operation: 'deleteSubscriptionUsers',
      rule: 'answers.no-stack-trace',
      rules: ['answers.writes-no-stack-trace'],
      hook: saying(404, TRACE),
    },
    {
      title: 'the error response to a removal without a credential contains a stack trace',
      operation: 'deleteSubscriptionUsers',
      rule: 'answers.no-stack-trace',
      rules: ['answers.writes-no-stack-trace'],
      hook: saying(401, TRACE),
    },
    {
      id: 'a-401-of-an-update-has-no-body',
      title: 'a 401 response to an update has no body',
      operation: 'updateApplication',
      rule: 'authorization.body',
      rules: ['authorization.writes-body'],
      hook: bodyOf(401, undefined),
    },
    {
      id: 'a-401-of-a-bulk-update-is-html',
      title: 'a 401 response to a bulk update is HTML',
      operation: 'bulkUpdateApplications',
      rule: 'authorization.body',
      rules: ['authorization.writes-body'],
      hook: html(401),
    },
    {
      id: 'a-401-of-a-removal-is-sent-as-text',
      title: 'a 401 response to a removal is sent as text',
      operation: 'deleteSubscriptionUsers',
      rule: 'authorization.body',
      rules: ['authorization.writes-body'],
      hook: typed(401, 'text/plain'),
    },
    ...(['updateUser', 'bulkUpdateApplications', 'deleteSubscriptionUsers'] as const).map((operation) => ({
      title: `a 401 response repeats the wrong credential in ${operation}`,
      operation,
      rule: 'answers.no-credential' as const,
      rules: ['answers.writes-no-credential'] as const,
      hook: repeatingCredential,
    })),
    {
      id: 'a-404-of-a-removal-has-no-body',
      title: 'a 404 response to a removal has no body',
      operation: 'deleteSubscriptionUsers',
      rule: 'errors.body-other',
      rules: ['errors.writes-body-other'],
      hook: bodyOf(404, undefined),
    },
    ...(['updateUser', 'updateApplication', 'bulkUpdateUsers'] as const).map((operation) => ({
      title: `a 400 has a list of messages if several members are wrong in ${operation}`,
      operation,
      rule: 'errors.body-400' as const,
      rules: ['errors.writes-body-400'] as const,
      hook: refusal((given, context) => {
        const isSeveral = (context.body?.match(/:\[\]/g) ?? []).length > 1;
        return given.status === 400 && isSeveral
          ? { ...given, body: { error: { code: 400, message: ['no'] } } }
          : given;
      }),
    })),
    {
      title: 'a removal from an unknown subscription is a 400 without the error body',
      operation: 'deleteSubscriptionUsers',
      rule: 'errors.body-400',
      rules: ['errors.writes-body-400'],
      hook: refusal((given) => (given.status === 404 ? { ...given, status: 400, body: { message: 'no' } } : given)),
    },
  ],
  'writes',
);
