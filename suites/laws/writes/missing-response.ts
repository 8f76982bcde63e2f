import type { JudgeRule } from '../../../engine/run/rule.js';
import { isBulkUpdate, isUpdate } from '../applies.js';

/** A write of any check that gets no response, again when the check is re-run, while the target responds to others. */
export const missingResponse: JudgeRule = {
  id: 'answers.writes-response',
  clause: 'answers.response',
  needs: [],
  accepted: true,
  unanswered: true,
  appliesTo: (operation) => isUpdate(operation) || isBulkUpdate(operation),
  judge({ answer, unanswered = false }, report) {
    if (!unanswered) return true;
    const message = `a write got no response of the target, which responds to others: ${answer.summary}`;
    report({ at: 'status', expected: 'a response', actual: answer.summary, message });
    return true;
  },
};
