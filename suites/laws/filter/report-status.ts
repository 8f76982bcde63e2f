import type { Answer } from '../../../engine/client/answer.js';
import type { AskContext } from '../../../engine/session/ask-context.js';

/** Reports the status of a response to a filter that is neither accepted nor rejected. */
export function reportStatus(context: AskContext, answer: Answer, filter: string): void {
  const message = `${filter} returned ${answer.summary}`;
  context.report(answer, { at: 'status', expected: '200, or a rejection with 400', actual: answer.summary, message });
}
