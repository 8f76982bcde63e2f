import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord } from '../../engine/session/page.js';
import { isRead, takes } from './applies.js';
import { refusals } from './refusals.js';

/** Filters whose field name is no string, in the way of the document's own words. */
const NUMBER_FOR_NAME = "123 -eq 'abc'";
const TOLD = /filter|field|string/i;

function messageOf({ json }: Answer): string | null {
  const error = json.problem === undefined && isRecord(json.value) ? json.value.error : undefined;
  return isRecord(error) && typeof error.message === 'string' ? error.message : null;
}

export const message: AskRule = {
  id: 'errors.message',
  clause: 'errors.message',
  needs: [],
  appliesTo: (operation) => isRead(operation) && operation.statuses.includes(400),
  async ask(context) {
    const refused = (await refusals(context)).filter(
      (answer) => answer.status < 500 && answer.status !== 401 && messageOf(answer) !== null,
    );
    if (refused.length === 0) context.inconclusive('nothing that was asked is refused with a message');
    for (const answer of refused.filter((one) => messageOf(one)?.trim() === '')) {
      const said = 'the message of a refusal is empty';
      context.report(answer, { at: '/error/message', expected: 'what is wrong', actual: '""', message: said });
    }
  },
};

export const fieldName: AskRule = {
  id: 'filter.field-name',
  clause: 'filter.field-name',
  needs: ['answer'],
  appliesTo: takes('filter'),
  async ask(context) {
    const answer = await context.ask({ filter: NUMBER_FOR_NAME });
    if (answer.status === 400) return;
    const said = `${NUMBER_FOR_NAME}, whose field name is a number, is answered with ${answer.summary}`;
    context.report(answer, { at: 'status', expected: '400', actual: answer.summary, message: said });
  },
};

export const filterMessage: AskRule = {
  id: 'filter.message',
  clause: 'filter.message',
  needs: ['answer'],
  appliesTo: takes('filter'),
  async ask(context) {
    const answer = await refusedName(context);
    const text = messageOf(answer);
    if (text === null || text.trim() === '') context.inconclusive('the refusal has no message (see errors.body-400)');
    if (text === null || TOLD.test(text)) return;
    const said = 'the message of a 400 for a filter says nothing of the filter, of its field, or of a string';
    const expected = 'a message about the filter field name needing to be a string';
    context.report(answer, { at: '/error/message', expected, actual: text, message: said });
  },
};

async function refusedName(context: AskContext): Promise<Answer> {
  const answer = await context.ask({ filter: NUMBER_FOR_NAME });
  if (answer.status !== 400) context.inconclusive('such a filter is not refused with 400 (see filter.field-name)');
  return answer;
}

/** The rules of what a refusal says. */
export const errorMessages = [message, fieldName, filterMessage];
