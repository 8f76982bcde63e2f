import type { Answer } from '../../../engine/client/answer.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { brief } from './compare.js';

/** A field that has lost its value, although the writes to its record restored everything that they changed. */
export interface Lost {
  readonly name: string;
  /** The read that shows it. */
  readonly answer: Answer;
  readonly before: JsonRecord;
  readonly after: JsonRecord;
}

/** Reports fields that have lost their values; what several records of a check have lost is no accident of one of them. */
export function reportLost(context: WriteContext, lost: readonly Lost[]): void {
  for (const { name, answer, before, after } of lost) {
    const [was, is] = [brief(before[name]), brief(after[name])];
    const message = `${name} changed from ${was} to ${is} after writes that restored the record, although no request contains it`;
    const replicated = lost.filter((one) => one.name === name).length > 1;
    context.report(answer, { at: `/${name}`, expected: was, actual: is, message, ...(replicated && { replicated }) });
  }
}
