import { isObject } from '../../faults/wire.js';

/** No documented body is deeper; hostile ones are, and only an equal one is like them. */
const DEEPEST = 4;

/** What a body of a write looks like without its values: two bodies with the same shape are answered alike, as a rule. */
export function shapeOf(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return 'deeper';
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(shapeOf(one, depth + 1))))].toSorted();
  if (!isObject(value)) return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, shapeOf(value[name], depth + 1)]),
  );
}

/** How many values two bodies of the same shape have in common. */
export function likeness(one: unknown, other: unknown, depth = 0): number {
  if (depth > DEEPEST) return 0;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length
      ? 1 + sum(one.map((value, index) => likeness(value, other[index], depth + 1)))
      : 0;
  }
  if (isObject(one) && isObject(other))
    return sum(Object.keys(one).map((name) => likeness(one[name], other[name], depth + 1)));
  return one === other ? 1 : 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
