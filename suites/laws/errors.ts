import { type Answer, isClientError } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord } from '../../engine/session/page.js';
import { pathParameters, requiredQuery } from '../../engine/session/world.js';
import { LONG_ID, MALFORMED_ID, QUOTED_FOREIGN_ID, unknownId } from '../../generators/ids.js';
import { hasPathParameters, isRead, takes } from './applies.js';
import { placeOf } from './place-of.js';
import { errorBodyProblem, mediaTypeProblem } from './refusal-problems.js';
import { changedIds, fewWrongIds, longerIds, refusals, replacedParams, shorterIds, unknownIds } from './refusals.js';
import { shown } from './shown.js';

async function reportBodies(
  context: AskContext,
  of: (status: number) => boolean,
  { parameters = false } = {},
): Promise<void> {
  const judged = (await refusals(context, { parameters })).filter(({ status }) => of(status));
  if (judged.length === 0) context.inconclusive('no request triggered this error');
  for (const answer of judged) {
    const problem = errorBodyProblem(answer);
    if (problem !== null) context.report(answer, problem);
  }
}

export const body400: AskRule = {
  id: 'errors.body-400',
  clause: 'errors.body-400',
  needs: [],
  appliesTo: (operation) => isRead(operation) && operation.statuses.includes(400),
  ask: (context) => reportBodies(context, (status) => status === 400, { parameters: true }),
};

export const bodyOther: AskRule = {
  id: 'errors.body-other',
  clause: 'errors.body-other',
  needs: [],
  appliesTo: isRead,
  ask: (context) => {
    const { statuses } = context.operation;
    return reportBodies(
      context,
      (status) => status < 500 && status !== 401 && !(status === 400 && statuses.includes(400)),
    );
  },
};

export const mediaType: AskRule = {
  id: 'errors.media-type',
  clause: 'errors.media-type',
  needs: [],
  appliesTo: isRead,
  async ask(context) {
    const judged = (await refusals(context)).filter(
      ({ status, text }) => status !== 401 && status < 500 && text !== '',
    );
    if (judged.length === 0) context.inconclusive('no request triggered an error response with a body');
    for (const answer of judged) {
      const problem = mediaTypeProblem(answer);
      if (problem !== null) context.report(answer, problem);
    }
  },
};

/** Whether a response is as expected, by the position of the path parameter that is replaced. */
type Fits = (answer: Answer, position: number) => boolean;

/** Sends requests with an id in place of each path parameter in turn, and reports unexpected responses. */
async function askWithId(context: AskContext, id: string, expected: string, fits: Fits): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [position, params] of (await replacedParams(context, id)).entries()) {
    const answer = await context.ask({}, { params });
    answers.push(answer);
    reportStatus(context, answer, { id, expected, fits, position });
  }
  return answers;
}

interface AskedId {
  readonly id: string;
  readonly expected: string;
  readonly fits: Fits;
  readonly position: number;
}

function reportStatus(context: AskContext, answer: Answer, { id, expected, fits, position }: AskedId): void {
  if (answer.status === 403) context.inconclusive('the target returns 403, which says nothing about the id');
  if (fits(answer, position)) return;
  const message = `a request for the id ${shown(id, 60, 20)} returned ${answer.summary}`;
  context.report(answer, { at: 'status', expected, actual: answer.summary, message });
}

export const unknown: AskRule = {
  id: 'errors.unknown-id',
  clause: 'errors.unknown-id',
  needs: [],
  appliesTo: hasPathParameters,
  async ask(context) {
    const fits: Fits = (answer, position) => isRefusalOfId(answer) || selectsNothing(answer, position);
    const { sparing } = context.allowance;
    const few = sparing
      ? await fewWrongIds(context)
      : (
          await Promise.all([unknownIds(context), longerIds(context, '0'), shorterIds(context), changedIds(context)])
        ).flat();
    for (const { id, position, params } of few) {
      const answer = await context.ask({}, { params });
      reportStatus(context, answer, { id, expected: '400 or 404', fits, position });
    }
  },
};

export const unknown404: AskRule = {
  id: 'errors.unknown-id-404',
  clause: 'errors.unknown-id-404',
  needs: [],
  appliesTo: hasPathParameters,
  async ask(context) {
    const id = unknownId(context.sharedSeed);
    const isForbidden = await reportForbidden(context, id);
    if (isForbidden) return;
    const fits: Fits = (answer, position) =>
      answer.status === 404 || !(isRefusalOfId(answer) || selectsNothing(answer, position));
    const answers = await askWithId(context, id, '404', fits);
    if (!answers.some(isRefusalOfId))
      context.inconclusive(
        'a request for an id that does not exist returns neither 400 nor 404 (see errors.unknown-id)',
      );
  },
};

export const malformedId: AskRule = {
  id: 'errors.malformed-id',
  clause: 'errors.malformed-id',
  needs: [],
  appliesTo: hasPathParameters,
  async ask(context) {
    // The requests of errors.unknown-id at every second operation.
    const longer = context.allowance.sparing ? await longerIds(context, QUOTED_FOREIGN_ID) : [];
    for (const { id, params } of longer) {
      const answer = await context.ask({}, { params });
      reportStatus(context, answer, { id, expected: '400 or 404', fits: isRefusalOfId, position: 0 });
    }
    if (longer.length > 0) return;
    await askWithId(context, MALFORMED_ID, '400 or 404', isRefusalOfId);
    await askWithId(context, QUOTED_FOREIGN_ID, '400 or 404', isRefusalOfId);
    const { budget, sparing } = context.allowance;
    // Most targets handle the length of a path alike in all operations, so every second one is tried.
    if (sparing || (budget !== 'thorough' && placeOf(context) % 2 > 0)) return;
    // A server may reject the length of the path before it reads the id.
    await askWithId(context, LONG_ID, 'a 4xx status', isClientError);
  },
};

/**
 * Reports a 403 for an id that does not exist, if the operation returns 200 for a sample: then the caller may use it. Returns
 * whether there is one.
 */
async function reportForbidden(context: AskContext, id: string): Promise<boolean> {
  // Both areas have tasks, under the same path by default, and the caller may lack one of the areas.
  const isOfWrite = pathParameters(context.operation).some(({ fixture }) => fixture === null);
  if (isOfWrite) return false;
  const all = await replacedParams(context, id);
  const answers = await Promise.all(all.map((params) => context.ask({}, { params })));
  const forbidden = answers.filter(({ status }) => status === 403);
  const [first] = forbidden;
  if (first === undefined || (await context.attempt(() => context.ask()))?.status !== 200) return false;
  const message = `a request for the id ${shown(id, 60, 20)} returned ${first.summary}, although the caller may use the operation`;
  context.report(first, { at: 'status', expected: '404', actual: first.summary, message });
  return true;
}

const isRefusalOfId = ({ status }: Answer): boolean => status === 400 || status === 404;

/** Whether an id within a record selects nothing of the record, which exists: the document does not say what it returns then. */
function selectsNothing({ status, value }: Answer, position: number): boolean {
  return position > 0 && status === 200 && isRecord(value) && Array.isArray(value.items) && value.items.length === 0;
}

const takesDates = takes('fromDate');

/** Whether a request is rejected with any error: where the document lists no 400, a 500 is the only one that it lists. */
const isRefused = ({ status }: Answer): boolean => status >= 400;

/** How long before the usual fromDate the early one is: a number of leap years, so that its day exists. */
const YEARS_AGO = 12;

/** A rule that omits one required date at a time. */
function datesRequired(clause: 'errors.dates-required' | 'errors.dates-required-users', documented: boolean): AskRule {
  return {
    id: clause,
    clause,
    needs: [],
    appliesTo: (operation) => takesDates(operation) && operation.statuses.includes(400) === documented,
    async ask(context) {
      await context.body();
      const usual = requiredQuery(context.operation);
      const names = Object.keys(usual);
      const { fromDate = '' } = usual;
      const early = `${Number(fromDate.slice(0, 4)) - YEARS_AGO}${fromDate.slice(4)}`;
      // In place of toDate, a target may take a moment that precedes the usual fromDate, and reject that.
      const requests = [...names.map((name) => [name]), names].map((left) => ({ left, given: {} }));
      for (const { left, given } of [...requests, { left: ['toDate'], given: { fromDate: early } }]) {
        const answer = await context.ask({ ...Object.fromEntries(left.map((name) => [name, undefined])), ...given });
        if (documented ? answer.status === 400 : isRefused(answer)) continue;
        const other = 'fromDate' in given ? `, with fromDate=${early},` : '';
        const message = `a request without ${left.join(' and ')}${other} returned ${answer.summary}`;
        const expected = documented ? '400' : 'an error status';
        context.report(answer, { at: 'status', expected, actual: answer.summary, message });
      }
    },
  };
}

export const required = datesRequired('errors.dates-required', true);
export const requiredOfUsers = datesRequired('errors.dates-required-users', false);

export const datesInvalid: AskRule = {
  id: 'errors.dates-invalid',
  clause: 'errors.dates-invalid',
  needs: ['answer'],
  appliesTo: takesDates,
  async ask(context) {
    const { fromDate, toDate = '' } = requiredQuery(context.operation);
    const [year, time] = [Number(toDate.slice(0, 4)), toDate.slice(10)];
    // It precedes toDate by less than a year: only what is wrong with the day is wrong with the period.
    const impossible = `${toDate.slice(5) > '03-03' ? year : year - 1}-02-31${time}`;
    const reversed = { fromDate: toDate, toDate: fromDate };
    const wrong = [
      { fromDate: '' },
      { fromDate: 'yesterday' },
      { fromDate: impossible },
      reversed,
      { toDate: 'tomorrow' },
    ];
    // Both dates are valid: without a documented 400, a period without days may have figures without values.
    const mayBeEmpty = !context.operation.statuses.includes(400);
    for (const query of wrong.slice(0, context.upTo(wrong.length, 3))) {
      const answer = await context.ask(query);
      if (isClientError(answer) || (mayBeEmpty && (isRefused(answer) || query === reversed))) continue;
      const given = Object.entries(query).map(([name, value]) => `${name}=${value}`);
      const message = `a request with ${given.join(' and ')} returned ${answer.summary}`;
      context.report(answer, {
        at: 'status',
        expected: `a 4xx response to ${given.join(' and ')}`,
        actual: answer.summary,
        message,
      });
    }
  },
};

/** The rules of error responses to reads. */
export const errors = [
  body400,
  bodyOther,
  mediaType,
  unknown,
  unknown404,
  malformedId,
  required,
  requiredOfUsers,
  datesInvalid,
];
