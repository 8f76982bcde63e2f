/** One list for each position, read like an array; a list can be replaced. */
type Lists<T> = (readonly T[])[];

/** How lists are made. */
interface Making<T> {
  readonly count: number;
  readonly make: (position: number) => readonly T[];
}

const copies = new WeakMap<object, () => Lists<never>>();
const DIGITS = /^\d+$/;

/** Lists that are made when they are read. The array is a proxy, so that code that reads arrays needs no other path. */
export function lazyLists<T>(making: Making<T>, before: ReadonlyMap<number, readonly T[]> = new Map()): Lists<T> {
  const replaced = new Map(before);
  const isIndex = (key: string | symbol): boolean =>
    typeof key === 'string' && DIGITS.test(key) && Number(key) < making.count;
  const lists = new Proxy<Lists<T>>([], {
    get: (target, key) => {
      if (isIndex(key)) return replaced.get(Number(key)) ?? making.make(Number(key));
      return key === 'length' ? making.count : Reflect.get(target, key);
    },
    has: (target, key) => isIndex(key) || Reflect.has(target, key),
    set: (_target, key, list: readonly T[]) => {
      if (isIndex(key)) replaced.set(Number(key), list);
      return isIndex(key);
    },
  });
  copies.set(lists, () => lazyLists(making, replaced) as Lists<never>);
  return lists;
}

/** A copy whose lists can be replaced without changing the original. */
export function copyOfLists<T>(lists: Lists<T>): Lists<T> {
  return copies.get(lists)?.() ?? [...lists];
}
