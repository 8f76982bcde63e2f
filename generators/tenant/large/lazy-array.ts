/** What a lazy array reads from. */
interface Source<T> {
  readonly count: number;
  /** One element. */
  at(position: number): T;
  /** All elements; without it, each of them is made anew. */
  all?(): readonly T[];
  /** The elements from one position up to another one, if that takes less than one after the other. */
  range?(start: number, end: number): T[];
}

const lazy = new WeakSet<object>();
const DIGITS = /^\d+$/;

/**
 * An array that makes only the elements that are read by position, with `at` or with `slice`, so that a page of a long list does not
 * take the whole list. Everything else, such as iterating, makes all elements first.
 */
export function lazyArray<T>(source: Source<T>): readonly T[] {
  const range = source.range ?? ((start: number, end: number) => madeFrom(source, start, end));
  const all = source.all ?? (() => range(0, source.count));
  const slice = (start = 0, end = source.count): T[] => {
    if (start < 0 || end < 0 || (start === 0 && end >= source.count)) return all().slice(start, end);
    return start >= source.count ? [] : range(start, Math.min(end, source.count));
  };
  const at = (position: number): T | undefined =>
    position >= 0 && position < source.count ? source.at(position) : undefined;
  const array = new Proxy<readonly T[]>([], {
    get(_target, key) {
      if (key === 'length') return source.count;
      if (key === 'slice') return slice;
      if (key === 'at') return (position: number) => at(position < 0 ? source.count + position : position);
      if (typeof key === 'string' && DIGITS.test(key))
        return Number(key) < source.count ? source.at(Number(key)) : undefined;
      const whole = all();
      const member: unknown = Reflect.get(whole, key);
      return typeof member === 'function' ? member.bind(whole) : member;
    },
    has: (_target, key) => Reflect.has(all(), key),
  });
  lazy.add(array);
  return array;
}

function madeFrom<T>({ at }: Source<T>, start: number, end: number): T[] {
  const elements: T[] = [];
  for (let position = start; position < end; position += 1) elements.push(at(position));
  return elements;
}

/** The elements that satisfy a condition; of a lazy array, only their positions are kept. */
export function filtered<T>(array: readonly T[], condition: (element: T) => boolean): readonly T[] {
  if (!isLazy(array)) return array.filter(condition);
  const at = array.at.bind(array) as (position: number) => T;
  const found: number[] = [];
  for (let position = 0, { length } = array; position < length; position += 1)
    if (condition(at(position))) found.push(position);
  const positions = Uint32Array.from(found);
  return lazyArray({ count: positions.length, at: (index) => at(positions[index] as number) });
}

/** Whether an array makes its elements when they are read. */
export function isLazy(array: readonly unknown[]): boolean {
  return lazy.has(array);
}
