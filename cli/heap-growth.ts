import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How far the heap may grow between collections, in percent. V8 lets it become several times as large where a machine has
 * memory to spare; a run creates much garbage, and collecting it earlier takes no measurable time.
 */
const GROWTH_PERCENT = 30;
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
  limitYoungGeneration();
}

/** V8 reads the limit of the young generation before any code runs, but the factor by which it grows each time it grows. */
function limitYoungGeneration(): void {
  const observer = new PerformanceObserver(() => {
    if (youngBytes() < YOUNG_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
