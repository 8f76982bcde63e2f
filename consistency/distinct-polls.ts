import type { Call } from './history.js';

/**
 * The polls of one client that say something: for each record, the last one of those that show the same one after the
 * other. A poll for a value that is late would otherwise fill the history with reads of the old one.
 *
 * @param polls reads of one record each, in their order
 * @param onlyLast keeps the last poll of each record and no other
 */
export function distinctPolls(polls: readonly Call[], onlyLast: boolean): Call[] {
  return polls.filter((poll, at) => {
    const next = polls.slice(at + 1).find((other) => recordsOf(other) === recordsOf(poll));
    return next === undefined || (!onlyLast && shownBy(next) !== shownBy(poll));
  });
}

function recordsOf({ operation }: Call): string {
  return operation.kind === 'read' ? Object.keys(operation.shows).join() : '';
}

function shownBy({ operation }: Call): string {
  return JSON.stringify(operation.kind === 'read' ? operation.shows : null);
}
