import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How far a small heap may grow between collections, in percent: a run creates much garbage. */
const GROWTH_PERCENT = 60;
/** How far a large heap may grow: V8 lets it become several times as large where a machine has memory to spare. */
const LARGE_GROWTH_PERCENT = 30;
/** A heap that uses more bytes is large. */
const LARGE_BYTES = 96 * 1024 * 1024;
/** The size of the young generation, both halves of it, in bytes. V8 lets it become four times as large. */
const YOUNG_BYTES = 8 * 1024 * 1024;

/**
 * Keeps the memory of this process close to what it uses, and exposes `gc` to the client, which receives large bodies.
 * Takes effect only before there is much on the heap.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString('--expose-gc');
  globalThis.gc = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  // V8 reads the limit of the young generation before any code runs, but the factor by which it grows each time it grows.
  atCollection(
    () => youngBytes() >= YOUNG_BYTES,
    () => setFlagsFromString('--semi-space-growth-factor=1'),
  );
  atCollection(
    () => getHeapStatistics().used_heap_size > LARGE_BYTES,
    () => setFlagsFromString(`--heap-growing-percent=${LARGE_GROWTH_PERCENT}`),
  );
}

/** Does something once, after the first collection at which a condition is true. */
function atCollection(isTrue: () => boolean, act: () => void): void {
  const observer = new PerformanceObserver(() => {
    if (!isTrue()) return;
    act();
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
