import type { Answer } from '../client/answer.js';
import type { Failure } from '../client/failure.js';

/** Failures that are not those of the target: the run ended, or the refusal is what was tested for. */
const NOT_OF_TARGET: ReadonlySet<Failure['kind']> = new Set(['aborted', 'unsent', 'unrecorded', 'uncertified']);

/** The kind of error that a response is, whatever was requested: `timeout`, `HTTP 503`; `null` if it is none. */
export function errorKind({ failure, status }: Pick<Answer, 'failure' | 'status'>): string | null {
  if (failure !== null) return NOT_OF_TARGET.has(failure.kind) ? null : failure.kind;
  return status === 429 || status >= 500 ? `HTTP ${status}` : null;
}
