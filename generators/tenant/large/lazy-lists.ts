/** One list for each position, read like an array; a list can be replaced. */
type Lists<T> = (readonly T[])[];

/** How many of the lists that were made are kept: each takes up to 100 MB in a tenant with a million users. */
const MOST_KEPT = 1;

/** How lists are made, and whether those that were read last are kept. */
interface Making<T> {
  readonly count: number;
  readonly make: (position: number) => readonly T[];
  /** How long the list of a position is; without it, the list is made to find out. */
  readonly lengthAt?: (position: number) => number;
  readonly isKept: boolean;
}

/** What is known of lazy lists beside their array. */
interface Handle {
  copy(): Lists<never>;
  lengthAt(position: number): number;
}

const handles = new WeakMap<object, Handle>();
const DIGITS = /^\d+$/;

/** Lists that are made when they are read. The array is a proxy, so that code that reads arrays needs no other path. */
export function lazyLists<T>(making: Making<T>, before: ReadonlyMap<number, readonly T[]> = new Map()): Lists<T> {
  const replaced = new Map(before);
  const kept = new Map<number, readonly T[]>();
  const isIndex = (key: string | symbol): boolean =>
    typeof key === 'string' && DIGITS.test(key) && Number(key) < making.count;
  const keep = (position: number, list: readonly T[]) => {
    kept.delete(position);
    kept.set(position, list);
    const [oldest = position] = kept.keys();
    if (kept.size > MOST_KEPT) kept.delete(oldest);
  };
  const listAt = (position: number) => {
    const written = replaced.get(position);
    if (written !== undefined) return written;
    const list = kept.get(position) ?? making.make(position);
    if (making.isKept) keep(position, list);
    return list;
  };
  const lists = new Proxy<Lists<T>>([], {
    get: (target, key) => {
      if (isIndex(key)) return listAt(Number(key));
      return key === 'length' ? making.count : Reflect.get(target, key);
    },
    has: (target, key) => isIndex(key) || Reflect.has(target, key),
    set: (_target, key, list: readonly T[]) => {
      if (isIndex(key)) replaced.set(Number(key), list);
      return isIndex(key);
    },
  });
  handles.set(lists, {
    copy: () => lazyLists(making, replaced) as Lists<never>,
    lengthAt: (position) => replaced.get(position)?.length ?? making.lengthAt?.(position) ?? listAt(position).length,
  });
  return lists;
}

/** A copy whose lists can be replaced without changing the original. */
export function copyOfLists<T>(lists: Lists<T>): Lists<T> {
  return handles.get(lists)?.copy() ?? [...lists];
}

/** The length of one of the lists; a lazy list is not made for it if its length is known. */
export function lengthAt<T>(lists: Lists<T>, position: number): number {
  return handles.get(lists)?.lengthAt(position) ?? lists[position]?.length ?? 0;
}
