import type { Answer } from '../../engine/client/answer.js';
import { recordsOf } from '../../engine/run/judge-state.js';
import type { AskRule } from '../../engine/run/rule.js';
import { identity, isRecord, type JsonRecord } from '../../engine/session/page.js';
import { readOtherwise } from './accept.js';
import { isList, isRead } from './applies.js';
import { differElsewhere, hasOthers } from './first-reads.js';
import { readAgain } from './read-again.js';
import { sameAtAnyDepth } from './same-value.js';
import { spelled } from './spelled-url.js';

/**
 * Each read of a record, or of a child list, returns the same values. What changes once may have been changed by another client;
 * what changes between the first two reads of several records has not.
 */
export const repeatedValues: AskRule = {
  id: 'answers.repeatable-values',
  clause: 'answers.repeatable-values',
  from: 'standard',
  needs: ['answer'],
  appliesTo: (operation) => isRead(operation) && hasOthers(operation),
  async ask(context) {
    const { operation } = context;
    const recordsIn = ({ value }: Answer) => recordsOf(operation, value).filter(isRecord);
    const differing = (one: Answer, other: Answer) => fieldsThatDiffer(recordsIn(one), recordsIn(other));
    const first = await context.ask({}, { valid: true });
    // What takes turns may be the same in two reads that others came between.
    const third = isList(operation) ? first : await readOtherwise(context, (await spelled(context)).other);
    const fields = [...new Set([await readAgain(context), third].flatMap((other) => differing(first, other)))];
    if (fields.length === 0) return;
    const found = await differElsewhere(context, differing, fields);
    if (found === null) return;
    const { what, answer } = found;
    const message = `${what} differs between the first two reads of several records, which were right after each other`;
    const [expected, actual] = ['the value of the read before it', 'another value'];
    // What only the first read of a record returns cannot be seen once more.
    context.report(answer, { at: `/${what}`, expected, actual, message, replicated: true });
  },
};

/** The fields of the same records with other values; a field that one of them lacks has none. */
function fieldsThatDiffer(some: readonly JsonRecord[], others: readonly JsonRecord[]): string[] {
  const known = new Map(others.map((record) => [identity(record), record]));
  const pairs = some.flatMap((record) => {
    const other = known.get(identity(record));
    return other === undefined ? [] : [[record, other] as const];
  });
  const names = pairs.flatMap(([record, other]) => Object.keys({ ...record, ...other }));
  // A flag that others set and clear in turn looks like one that takes turns with the reads.
  return [...new Set(names)].filter((name) =>
    pairs.some(
      ([record, other]) =>
        typeof (record[name] ?? other[name]) !== 'boolean' && !sameAtAnyDepth(name, record[name], other[name]),
    ),
  );
}
