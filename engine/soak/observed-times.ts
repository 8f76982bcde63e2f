import type { Answer } from '../client/answer.js';
import { AnswerTimes } from '../session/answer-times.js';

/** The times of a round, which also passes each response on. */
export class ObservedTimes extends AnswerTimes {
  constructor(private readonly onAnswer: (operation: string, answer: Answer) => void) {
    super();
  }

  override add(operation: string, answer: Answer): void {
    super.add(operation, answer);
    this.onAnswer(operation, answer);
  }
}
