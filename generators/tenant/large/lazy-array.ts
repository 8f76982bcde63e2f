/** What a lazy array reads from. */
interface Source<T> {
  readonly count: number;
  /** One element. */
  at(position: number): T;
  /** All elements, made once. */
  all(): readonly T[];
}

const DIGITS = /^\d+$/;

/**
 * An array that makes only the elements that are read by position or with `slice`, so that a page of a long list does not
 * take the whole list. Everything else, such as iterating, makes all elements first.
 */
export function lazyArray<T>(source: Source<T>): readonly T[] {
  const slice = (start = 0, end = source.count): T[] => {
    if (start < 0 || end < 0 || (start === 0 && end >= source.count)) return source.all().slice(start, end);
    const elements: T[] = [];
    for (let position = start; position < Math.min(end, source.count); position += 1)
      elements.push(source.at(position));
    return elements;
  };
  return new Proxy<readonly T[]>([], {
    get(_target, key) {
      if (key === 'length') return source.count;
      if (key === 'slice') return slice;
      if (typeof key === 'string' && DIGITS.test(key))
        return Number(key) < source.count ? source.at(Number(key)) : undefined;
      const all = source.all();
      const member: unknown = Reflect.get(all, key);
      return typeof member === 'function' ? member.bind(all) : member;
    },
    has: (_target, key) => Reflect.has(source.all(), key),
  });
}
