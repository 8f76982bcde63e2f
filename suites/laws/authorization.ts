import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import type { Credential } from '../../engine/target/target.js';
import { unknownId } from '../../generators/ids.js';
import { hasPathParameters, isRead } from './applies.js';
import { errorBodyProblem } from './errors.js';
import { anyParams, replacedParams } from './refusals.js';

const UNAUTHORIZED: readonly Credential[] = ['none', 'empty', 'wrong'];
const WORDS: Readonly<Record<Credential, string>> = {
  given: 'with the credential',
  none: 'without a credential',
  empty: 'with an empty credential',
  wrong: 'with a wrong credential',
};

/** What the operation answers without a credential, with an empty one and with a wrong one. */
async function unauthorized(context: AskContext): Promise<(readonly [Credential, Answer])[]> {
  const params = await anyParams(context);
  return Promise.all(
    UNAUTHORIZED.map(async (credential) => [credential, await context.ask({}, { credential, params })] as const),
  );
}

/**
 * Makes sure that the credential matters: inconclusive where the same request is answered alike with it, and not in a way that
 * speaks of it. What fails for everybody says nothing of who is answered.
 */
async function assertMatters(context: AskContext): Promise<void> {
  const given = await context.ask({}, { params: await anyParams(context) });
  const alike = ({ status }: Answer) => status === given.status && status !== 403;
  if ((await unauthorized(context)).every(([, answer]) => alike(answer)))
    context.inconclusive(`with the credential the answer is ${given.summary}, just as without one`);
}

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

export const required: AskRule = {
  id: 'authorization.required',
  clause: 'authorization.required',
  needs: ['credential'],
  appliesTo: isRead,
  async ask(context) {
    for (const [credential, answer] of await unauthorized(context)) {
      if (!isSuccess(answer)) continue;
      const message = `${WORDS[credential]} the answer is ${answer.summary}`;
      context.report(answer, {
        at: 'status',
        expected: `a refusal ${WORDS[credential]}`,
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
    for (const [credential, answer] of refused.filter(([, one]) => one.status !== 401)) {
      const message = `${WORDS[credential]} the answer is ${answer.summary}`;
      context.report(answer, { at: 'status', expected: `401 ${WORDS[credential]}`, actual: answer.summary, message });
    }
  },
};

export const body: AskRule = {
  id: 'authorization.body',
  clause: 'authorization.body',
  needs: ['credential'],
  appliesTo: isRead,
  async ask(context) {
    for (const [credential, answer] of await refusedOnly(context)) {
      const problem = errorBodyProblem(answer);
      if (problem === null) continue;
      const message = `the ${answer.status} ${WORDS[credential]} has no error body`;
      context.report(answer, { ...problem, message });
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
      context.inconclusive('nothing is refused without a credential (see authorization.required)');
    for (const params of await replacedParams(context, unknownId(context.seed))) {
      const absent = await context.ask({}, { credential: 'none', params });
      if (absent.status === existing.status) continue;
      const message = `without a credential a record that exists is answered with ${existing.status}, one that does not with ${absent.status}`;
      context.report(absent, { at: 'status', expected: `${existing.status}`, actual: absent.summary, message });
    }
  },
};

/** The answers that refuse; what answers data is the business of authorization.required. */
async function refusedOnly(context: AskContext): Promise<(readonly [Credential, Answer])[]> {
  const refused = (await unauthorized(context)).filter(([, answer]) => !isSuccess(answer));
  if (refused.length === 0) context.inconclusive('no request is refused (see authorization.required)');
  return refused;
}

/** The rules of who is answered. */
export const authorization = [required, status, body, noOracle];
