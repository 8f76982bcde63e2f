import { type Answer, isSuccess } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import type { Credential } from '../../engine/target/credentials.js';
import { equals } from '../../generators/filter-text.js';
import { unknownId } from '../../generators/ids.js';
import { hasPathParameters, isRead, takes } from './applies.js';
import { CREDENTIAL_WORDS } from './credential-words.js';
import { textFieldsOf } from './fields.js';
import { placeOf } from './place-of.js';
import { credentialBodyProblem } from './refusal-problems.js';
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

/** The response of a list to a request with every query parameter, but no credential. */
async function queried(context: AskContext): Promise<Credentialed[]> {
  const { operation, allowance } = context;
  if (!takes('filter')(operation) || allowance.sparing) return [];
  const [field = 'id'] = textFieldsOf(operation);
  const values = { ...LATER, filter: equals(field, 'a'), sort: `${field}:asc` };
  const query = Object.fromEntries(Object.entries(values).filter(([name]) => takes(name)(operation)));
  const answer = await context.ask(query, { credential: 'none', params: await anyParams(context) });
  return [['none', answer]];
}

/** Few targets check credentials for each operation, so these take turns. */
const TURNS = ['wrong', 'empty'] as const;

/** The responses of the operation to a missing credential, and to an empty or a wrong one. */
function unauthorized(context: AskContext): Promise<Credentialed[]> {
  const { unauthorized: all, similar } = context.target;
  const { budget, sparing } = context.allowance;
  const turn = placeOf(context);
  if (sparing) return withCredentials(context, oneOf(context));
  const own = all.filter((one) => budget === 'thorough' || one === 'none' || one === TURNS[turn % TURNS.length]);
  // Where a similar credential is sent too, every second wrong one can have another scheme.
  const isOther = similar.length > 0 && turn % (2 * TURNS.length) === 0;
  return withCredentials(
    context,
    own.map((one): Credential => (one === 'wrong' && isOther ? 'other-scheme' : one)),
  );
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

/** A credential similar to the given one. Few targets check credentials for each operation, so they take turns. */
function similarTo(context: AskContext): Credential[] {
  const { similar } = context.target;
  if (context.allowance.sparing) return [];
  return similar.slice(placeOf(context) % similar.length).slice(0, 1);
}

/**
 * A credential in upper case is no wrong one for a target that compares credentials without letter case, which the
 * document does not rule out. That such a target accepts it is a warning of authorization.status, not a failure.
 */
const isWrong = ([credential]: Credentialed): boolean => credential !== 'recased';

export const required: AskRule = {
  id: 'authorization.required',
  clause: 'authorization.required',
  needs: ['credential'],
  appliesTo: isRead,
  async ask(context) {
    const similar = (await withCredentials(context, similarTo(context))).filter(isWrong);
    for (const [credential, answer] of [...(await unauthorized(context)), ...similar, ...(await queried(context))]) {
      if (!isSuccess(answer)) continue;
      const message = `a request ${CREDENTIAL_WORDS[credential]} returned ${answer.summary}`;
      context.report(answer, {
        at: 'status',
        expected: `a 4xx response ${CREDENTIAL_WORDS[credential]}`,
        actual: answer.summary,
        message,
      });
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
  async ask(context) {
    for (const [credential, answer] of await refusedOnly(context)) {
      const problem = credentialBodyProblem(answer, credential);
      if (problem !== null) context.report(answer, problem);
    }
    await assertMatters(context);
  },
};

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
export const authorization = [required, status, body, noOracle];
