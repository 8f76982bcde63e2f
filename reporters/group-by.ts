/** Groups things by key. Keys and things keep the order of first occurrence; no group is empty. */
export function groupBy<Key, Thing>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => Key,
): Map<Key, [Thing, ...Thing[]]> {
  const groups = new Map<Key, [Thing, ...Thing[]]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return groups;
}
