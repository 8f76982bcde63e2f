import type { Context, Hook } from '../behaviour.js';
import { sent, where } from '../hooks.js';
import { Refusal } from '../refusal.js';
import { each, family } from './mutant.js';

const rule = 'answers.accept' as const;

/** The media types that a request accepts, as they are sent. */
const acceptedBy = ({ headers }: Context): string => String(headers.accept ?? '');

const rejecting =
  (what: RegExp, error: Error = new Refusal(406, 'This media type is not available')): Hook =>
  (steps) => ({
    perform: (context) => {
      if (what.test(acceptedBy(context))) throw error;
      return steps.perform(context);
    },
  });

/** Another media type is sent to those who accept it too. */
const preferring = (mediaType: string, what: RegExp): Hook =>
  sent((reply, context) =>
    reply.status === 200 && what.test(acceptedBy(context))
      ? { ...reply, headers: { ...reply.headers, 'content-type': mediaType } }
      : reply,
  );

const conditional = (hook: Hook): Hook => where(({ headers }) => headers['if-none-match'] !== undefined, hook);

/** Media types that are read as one text, and not as RFC 9110 defines them. */
export const acceptedTypes = family('accepted-types', [
  ...each(['getUsers', 'getApplication', 'getSubscriptionUsers'], 'a charset in Accept is a 406', {
    rule,
    hook: rejecting(/charset/),
  }),
  ...each(['getApplications', 'getUserKpis', 'getAgreementTypes'], 'several media types in Accept are a 406', {
    rule,
    hook: rejecting(/,/),
  }),
  ...each(['getContract', 'getApplicationKpis'], 'several media types in Accept are a server error', {
    rule,
    hook: rejecting(/,/, new Error('unexpected ,')),
  }),
  ...each(['getUser', 'getSubscriptionUserConsumptions'], 'a request for any media type is a 406', {
    rule,
    hook: rejecting(/^\*\/\*$/),
  }),
  ...each(
    ['getApplicationUsers', 'getAgreementPeriods', 'getApplicationsKpis'],
    'XML is sent where any type is accepted',
    {
      rule: 'answers.media-type',
      also: [rule],
      hook: preferring('application/xml', /^\*\/\*$/),
    },
  ),
  ...each(['getUserApplications', 'getContractPeriods'], 'JSON is sent as text/plain if that is accepted too', {
    rule,
    hook: preferring('text/plain', /text\/plain/),
  }),
  ...each(['getUsers', 'getContract'], 'a request with If-None-Match is always a 304', {
    rule: 'answers.conditional',
    hook: conditional(sent((reply) => ({ ...reply, status: 304, text: null }))),
  }),
  ...each(['getApplicationUsers', 'getUserKpis'], 'a request with If-None-Match is a server error', {
    rule: 'answers.conditional',
    hook: conditional(rejecting(/^/, new Error('unexpected entity tag'))),
  }),
]);
