import type { Answer } from '../../../engine/client/answer.js';
import { describeProblem, loadValidators, problemsOf } from '../../../engine/session/validation.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { isJson } from '../is-json.js';

/**
 * Checks the response to a certainly valid write against the documentation of the operation: status, media type, JSON,
 * and the type of every field.
 */
export async function reportShape(context: WriteContext, answer: Answer): Promise<void> {
  const { status, schema } = context.operation.success;
  const { title } = context.operation;
  if (answer.status !== status) {
    const message = `${title} returned ${answer.summary}`;
    context.report(answer, { at: 'status', expected: `${status}`, actual: answer.summary, message });
    return;
  }
  if (!isJson(answer)) {
    const actual = answer.header('content-type') ?? 'no content-type';
    const message = `the content-type of the response to ${title} is ${actual}`;
    context.report(answer, { at: 'header content-type', expected: 'application/json', actual, message });
  }
  const { json } = answer;
  if (json.problem !== undefined) {
    const actual = answer.beginning(200) || 'an empty body';
    context.report(answer, {
      at: '',
      expected: 'one JSON value',
      actual,
      message: `${title} returned a body that is not JSON: ${json.problem}`,
    });
    return;
  }
  const validators = await loadValidators(context.target.wireForm);
  for (const problem of problemsOf(validators, schema ?? '', json.value)) {
    const { kind, pointer, expected, actual } = problem;
    // Whether other identifiers are UUIDs is open to interpretation; bulk.task-link covers the links.
    if (kind === 'identifier' || kind === 'links') continue;
    context.report(answer, {
      at: pointer,
      expected,
      actual: JSON.stringify(actual),
      message: describeProblem(problem),
    });
  }
}
