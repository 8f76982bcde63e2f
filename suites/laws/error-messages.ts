import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { NUMBER_FOR_NAME } from '../../generators/malformed-filters.js';
import { isRead, takes } from './applies.js';
import { assertMayFilter } from './filterable.js';
import { messageOf, messageProblem } from './refusal-problems.js';
import { refusals } from './refusals.js';

const ON_TOPIC = /filter|field|string/i;

export const message: AskRule = {
  id: 'errors.message',
  clause: 'errors.message',
  needs: [],
  appliesTo: (operation) => isRead(operation) && [400, 404].some((status) => operation.statuses.includes(status)),
  async ask(context) {
    const refused = (await refusals(context)).filter(
      (answer) => answer.status < 500 && answer.status !== 401 && messageOf(answer) !== null,
    );
    if (refused.length === 0) context.inconclusive('no request was rejected with an error message');
    for (const answer of refused) {
      const problem = messageProblem(answer);
      if (problem !== null) context.report(answer, problem);
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
    await assertMayFilter(context, [answer]);
    const found = `${NUMBER_FOR_NAME}, whose field name is a number, returned ${answer.summary}`;
    context.report(answer, { at: 'status', expected: '400', actual: answer.summary, message: found });
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
    if (text === null || text.trim() === '') context.inconclusive('the error has no message (see errors.body-400)');
    if (text === null || isAboutFilter(text)) return;
    const found = 'the message of a 400 for a filter mentions neither the filter, nor its field, nor a string';
    const expected = 'a message about the filter field name needing to be a string';
    context.report(answer, { at: '/error/message', expected, actual: text, message: found });
  },
};

/** Whether a message is about a filter, as that of a 400 for a malformed one is documented to be. */
export const isAboutFilter = (text: string): boolean => ON_TOPIC.test(text);

async function refusedName(context: AskContext): Promise<Answer> {
  const answer = await context.ask({ filter: NUMBER_FOR_NAME });
  if (answer.status !== 400)
    context.inconclusive('a filter with a number as its field name is not rejected with 400 (see filter.field-name)');
  return answer;
}

/** The rules of error messages. */
export const errorMessages = [message, fieldName, filterMessage];
