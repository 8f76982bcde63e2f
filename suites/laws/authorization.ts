import { type Answer, isSuccess } from '../../engine/client/answer.js';
import { recordsOf } from '../../engine/run/judge-state.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import type { Difference } from '../../engine/session/seen.js';
import { sameJson } from '../../engine/session/validation.js';
import type { Credential } from '../../engine/target/credentials.js';
import { equals } from '../../generators/filter-text.js';
import { unknownId } from '../../generators/ids.js';
import { hasPathParameters, isList, isRead, takes } from './applies.js';
import { CREDENTIAL_WORDS } from './credential-words.js';
import { fieldsOf, textFieldsOf } from './fields.js';
import { placeOf } from './place-of.js';
import { credentialBodyProblem, repeatedCredentialProblem } from './refusal-problems.js';
import { anyParams, replacedParams } from './refusals.js';

type Credentialed = readonly [Credential, Answer];

/** A later page: a target may require the credential of the first one alone. */
const LATER = { page_number: '2', page_size: '1' };

/**
 * The responses of the operation to requests with these credentials. A target may decide by the query: a list without a
 * filter gets wrong credentials with a later page (see `queried`).
 */
async function withCredentials(context: AskContext, credentials: readonly Credential[]): Promise<Credentialed[]> {
  const { operation } = context;
  const params = await anyParams(context);
  const hasQuery = takes('page_size')(operation) && !takes('filter')(operation);
  return Promise.all(
    credentials.map(async (credential) => {
      const query = hasQuery && credential !== 'none' ? LATER : {};
      return [credential, await context.ask(query, { credential, params })] as const;
    }),
  );
}

/** The response of a list to a request with every query parameter, but an empty credential. */
async function queried(context: AskContext): Promise<Credentialed[]> {
  const { operation, allowance } = context;
  if (!takes('filter')(operation) || allowance.sparing) return [];
  const [field = 'id'] = textFieldsOf(operation);
  const values = { ...LATER, filter: equals(field, 'a'), sort: `${field}:asc` };
  const query = Object.fromEntries(Object.entries(values).filter(([name]) => takes(name)(operation)));
  const { unauthorized: all } = context.target;
  const credential = all.includes('empty') ? 'empty' : 'none';
  const answer = await context.ask(query, { credential, params: await anyParams(context) });
  return [[credential, answer]];
}

/**
 * The responses of the operation to a missing credential, and to an empty and a wrong one. Where a similar credential is
 * sent too, which is a wrong one, lists that take a filter get the empty one with a query and here one of two wrong ones.
 */
function unauthorized(context: AskContext): Promise<Credentialed[]> {
  const { operation, allowance, target } = context;
  const { unauthorized: all, similar } = target;
  if (allowance.sparing) return withCredentials(context, oneOf(context));
  if (similar.length === 0) return withCredentials(context, all);
  if (allowance.budget === 'thorough') return withCredentials(context, [...all, 'other-scheme']);
  if (!takes('filter')(operation)) return withCredentials(context, ['none', 'empty', 'other-scheme']);
  return withCredentials(context, ['none', placeOf(context) % 2 === 0 ? 'other-scheme' : 'wrong']);
}

/**
 * The credential that an operation sends in a run with a limit of requests. Every second one sends another credential in place
 * of none: an operation that requires none mostly accepts it too.
 */
function oneOf(context: AskContext): Credential[] {
  const { unauthorized: all, similar } = context.target;
  const turn = placeOf(context);
  const none = all.filter((one) => one === 'none');
  if (turn % 2 > 0 && none.length > 0) return none;
  const others: Credential[] = [
    ...all.filter((one) => one !== 'none'),
    ...(similar.length > 0 ? (['other-scheme'] as const) : []),
    ...similar.filter((one) => one !== 'recased'),
  ];
  const [chosen] = others.slice((turn / 2) % Math.max(others.length, 1));
  return chosen === undefined ? none : [chosen];
}

/**
 * Makes sure that the credential matters: inconclusive if the same request has the same status with the right
 * credential, other than 403. A request that fails for every caller shows nothing about authorization.
 */
async function assertMatters(context: AskContext): Promise<void> {
  const given = await context.ask({}, { params: await anyParams(context) });
  const alike = ({ status }: Answer) => status === given.status && status !== 403;
  if ((await unauthorized(context)).every(([, answer]) => alike(answer)))
    context.inconclusive(`the request returned ${given.summary} with the credential, as without one`);
}

/**
 * A credential similar to the given one. Few targets check credentials for each operation, so they take turns. The one in
 * upper case, which may be no wrong one, is for operations that get another wrong one.
 */
function similarTo(context: AskContext): Credential[] {
  const { allowance, operation, target } = context;
  const { similar } = target;
  if (allowance.sparing || similar.length === 0) return [];
  const turns = takes('filter')(operation) ? similar : similar.filter((one) => one !== 'recased');
  return turns.slice(placeOf(context) % turns.length).slice(0, 1);
}

/**
 * A credential in upper case is no wrong one for a target that compares credentials without letter case, which the
 * document does not rule out. That such a target accepts it is a warning of authorization.status, not a failure.
 */
const isWrong = ([credential]: Credentialed): boolean => credential !== 'recased';

/** The minimum number of values of a record that make an error body show it: one may be there by chance. */
const TELLING = 2;

/**
 * The place of a record in a response that rejects a request, if it has one: several values of a record that the same
 * request returns with the credential.
 */
function dataIn({ operation }: AskContext, { value }: Answer, given: Answer): string | null {
  if (!isSuccess(given)) return null;
  // The id of a single record is in the path of the request, which an error may repeat.
  const names = Object.keys(fieldsOf(operation)).filter((name) => name !== 'id' || isList(operation));
  const known = recordsOf(operation, given.value).filter(isRecord);
  const isShown = (one: JsonRecord) =>
    known.some((record) => {
      const same = names.filter((name) => (record[name] ?? null) !== null && sameJson(one[name], record[name]));
      return same.length >= TELLING;
    });
  const at = recordsOf(operation, value).findIndex((one) => isRecord(one) && isShown(one));
  if (at < 0) return null;
  return isList(operation) ? `/items/${at}` : '';
}

export const required: AskRule = {
  id: 'authorization.required',
  clause: 'authorization.required',
  needs: ['credential'],
  appliesTo: isRead,
  async ask(context) {
    const similar = (await withCredentials(context, similarTo(context))).filter(isWrong);
    const others = [...(await unauthorized(context)), ...similar, ...(await queried(context))];
    // Last: a run does not keep the body of a large response for long.
    const given = await context.ask({}, { params: await anyParams(context) });
    for (const [credential, answer] of others) {
      const words = CREDENTIAL_WORDS[credential];
      const data = isSuccess(answer) ? null : dataIn(context, answer, given);
      if (!isSuccess(answer) && data === null) continue;
      const [at, expected, actual] =
        data === null
          ? ['status', `a 4xx response ${words}`, answer.summary]
          : [data, `no data ${words}`, `${answer.summary} with data`];
      context.report(answer, { at, expected, actual, message: `a request ${words} returned ${actual}` });
    }
    await assertMatters(context);
  },
};

export const status: AskRule = {
  id: 'authorization.status',
  clause: 'authorization.status',
  needs: ['credential'],
  appliesTo: isRead,
  async ask(context) {
    const refused = await refusedOnly(context);
    const recased = similarTo(context).filter((credential) => credential === 'recased');
    const accepted = (await withCredentials(context, recased)).filter(([, answer]) => isSuccess(answer));
    for (const [credential, answer] of [...refused, ...accepted].filter(([, one]) => one.status !== 401)) {
      const message = `a request ${CREDENTIAL_WORDS[credential]} returned ${answer.summary}`;
      context.report(answer, {
        at: 'status',
        expected: `401 ${CREDENTIAL_WORDS[credential]}`,
        actual: answer.summary,
        message,
      });
    }
  },
};

/**
 * A warning, although a 401 without a body is valid HTTP: the document has no 401, and one error body for all statuses
 * that it has, so a client that reads it from every rejected request fails here.
 */
export const body: AskRule = {
  id: 'authorization.body',
  clause: 'authorization.body',
  needs: ['credential'],
  appliesTo: isRead,
  ask: (context) => reportRefused(context, credentialBodyProblem),
};

export const notRepeated: AskRule = {
  id: 'authorization.not-repeated',
  clause: 'answers.no-credential',
  from: 'standard',
  needs: ['credential'],
  appliesTo: isRead,
  ask: (context) => reportRefused(context, repeatedCredentialProblem),
};

/** Reports what is wrong with the responses that reject the request for its credential. */
async function reportRefused(
  context: AskContext,
  problemOf: (answer: Answer, credential: Credential) => Difference | null,
): Promise<void> {
  for (const [credential, answer] of await refusedOnly(context)) {
    const problem = problemOf(answer, credential);
    if (problem !== null) context.report(answer, problem);
  }
  await assertMatters(context);
}

export const noOracle: AskRule = {
  id: 'authorization.no-oracle',
  clause: 'authorization.no-oracle',
  needs: ['credential', 'answer'],
  appliesTo: hasPathParameters,
  async ask(context) {
    const existing = await context.ask({}, { credential: 'none' });
    if (isSuccess(existing))
      context.inconclusive('a request without a credential succeeds (see authorization.required)');
    for (const params of await replacedParams(context, unknownId(context.sharedSeed))) {
      const absent = await context.ask({}, { credential: 'none', params });
      if (absent.status === existing.status) continue;
      const message = `without a credential, an existing record returned ${existing.status} and an unknown one ${absent.status}`;
      context.report(absent, { at: 'status', expected: `${existing.status}`, actual: absent.summary, message });
    }
  },
};

/** The responses that reject the request; authorization.required checks those that return data. */
async function refusedOnly(context: AskContext): Promise<Credentialed[]> {
  const refused = (await unauthorized(context)).filter(([, answer]) => !isSuccess(answer));
  const answered = refused.filter(([, { failure }]) => failure === null);
  if (answered.length === 0 && refused.length > 0) {
    context.inconclusive('the target refuses the connection without the credential, so there is no response to check');
  }
  if (refused.length === 0) context.inconclusive('no request is rejected (see authorization.required)');
  return answered;
}

/** The rules of authorization for reads. */
export const authorization = [required, status, body, notRepeated, noOracle];
