import type { Context, Hook } from '../behaviour.js';
import { Refusal } from '../refusal.js';
import { each, family } from './mutant.js';

const rule = 'answers.equivalent-url' as const;

/** Whether a path has a percent-encoded letter or digit. */
const hasEncodedPath = ({ url }: Context): boolean => /^[^?]*%(?:3\d|[46][1-9A-F]|[57][\dA])/i.test(url);

/** The query of a request without parameters whose names are percent-encoded. */
function plainNames({ query, url }: Context): Context['query'] {
  const sent = new URL(url, 'http://localhost').search.slice(1).split('&');
  return Object.fromEntries(Object.entries(query).filter(([name]) => sent.some((pair) => pair.startsWith(`${name}=`))));
}

const idsAreNotDecoded: Hook = (steps) => ({
  find: (kind, id, context) => {
    if (hasEncodedPath(context)) throw new Refusal(404, `There is no ${kind} with this id`);
    return steps.find(kind, id, context);
  },
});

const namesAreNotDecoded: Hook = (steps) => ({
  readPaging: (context) => steps.readPaging({ ...context, query: plainNames(context) }),
  readDates: (context) => steps.readDates({ ...context, query: plainNames(context) }),
});

/** Only the first parameter of a URL is read. */
const laterAreIgnored: Hook = (steps) => ({
  readPaging: (context) => {
    const [first] = Object.entries(context.query);
    return steps.readPaging({ ...context, query: first === undefined ? {} : Object.fromEntries([first]) });
  },
});

const encodedIsAnError: Hook = (steps) => ({
  perform: (context) => {
    if (hasEncodedPath(context)) throw new Error('unexpected %');
    return steps.perform(context);
  },
});

/** URLs that mean the same and are not treated alike. */
export const spelledUrls = family('spelled-urls', [
  ...each(['getApplication', 'getUserSubscriptions', 'getContract'], 'an id with a percent-encoded digit is unknown', {
    rule,
    rarity: 'rare',
    hook: idsAreNotDecoded,
  }),
  ...each(['getAgreementPeriods', 'getApplicationKpis'], 'an id with a percent-encoded digit is a server error', {
    rule,
    rarity: 'rare',
    hook: encodedIsAnError,
  }),
  ...each(['getUsers', 'getContractTypes', 'getApplicationsKpis'], 'percent-encoded names of parameters are unknown', {
    rule,
    rarity: 'rare',
    hook: namesAreNotDecoded,
  }),
  ...each(['getSubscriptionUsers'], 'page_size is ignored after page_number', {
    rule,
    rarity: 'rare',
    hook: laterAreIgnored,
  }),
]);
