import type { Operation } from '../../contract/types.js';
import { recordsOf } from '../../engine/run/judge-state.js';
import type { JudgeRule } from '../../engine/run/rule.js';
import { isRecord } from '../../engine/session/page.js';
import { plural } from '../../numbers/plural.js';
import { isList, isRead } from './applies.js';
import { fieldsOfKind } from './fields.js';

/** So many arrays with each element twice, or such elements of one array, are no chance. */
const SEVERAL = 3;

/** A join may return what belongs to a record once for each of something else: then all such arrays have each element twice. */
export const doubled: JudgeRule = {
  id: 'records.doubled',
  clause: 'records.doubled',
  needs: ['records'],
  appliesTo: (operation) => isRead(operation) && holdersIn(operation).length > 0,
  judge({ operation, body }, report) {
    const records = recordsOf(operation, body).filter(isRecord);
    let seen = false;
    for (const field of holdersIn(operation)) {
      const held = records.flatMap(({ [field]: value }, index) => {
        const elements = typeof value === 'object' && value !== null ? Object.values(value).filter(isDistinct) : [];
        return elements.length === 0 ? [] : [{ index, kinds: countsIn(elements) }];
      });
      seen ||= held.length > 0;
      const [first] = held;
      const fewest = isList(operation) ? held.length : (first?.kinds.length ?? 0);
      const areDoubled = held.every(({ kinds }) => kinds.every((count) => count > 1));
      if (first === undefined || fewest < SEVERAL || !areDoubled) continue;
      const message = `${field} has each of its elements more than once, in ${plural(held.length, 'record')}`;
      const at = isList(operation) ? `/items/${first.index}/${field}` : `/${field}`;
      report({ at, expected: 'each element once', actual: `${first.kinds[0]} times`, message });
    }
    return seen;
  },
};

/**
 * Whether two equal elements are the same one: a user may have several discovery sources of one type, and two objects may differ
 * in a member that is null.
 */
function isDistinct(element: unknown): boolean {
  if (!isRecord(element)) return typeof element === 'string';
  const values = Object.values(element);
  return values.length > 1 && values.every((value) => value !== null);
}

function holdersIn(operation: Operation): string[] {
  // Two links may lead to the same place.
  return fieldsOfKind(operation, 'array', 'index-keyed').filter((field) => field !== '_links');
}

/** How often each different element occurs. */
function countsIn(elements: readonly unknown[]): number[] {
  const counts = new Map<string, number>();
  for (const element of elements) {
    const key = JSON.stringify(element);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()];
}
