import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MB = 1024 * 1024;
/**
 * How far a heap may grow between collections, in percent, and how far one may that uses more than so many bytes. A run
 * creates much garbage; V8 lets a large heap become several times as large where a machine has memory to spare.
 */
const SMALL_PERCENT = 60;
const GROWTH = [
  { above: 144 * MB, percent: 12 },
  { above: 96 * MB, percent: 30 },
] as const;
/** The size of the young generation, both halves of it, in bytes. V8 lets it become four times as large. */
const YOUNG_BYTES = 8 * MB;

/**
 * Keeps the memory of this process close to what it uses, and exposes `gc` to the client, which receives large bodies.
 * Takes effect only before there is much on the heap. A server that makes a million records is several times as fast with
 * a young generation that may grow.
 */
export function limitHeapGrowth({ mayYoungGrow }: { readonly mayYoungGrow: boolean }): void {
  let percent = SMALL_PERCENT;
  setFlagsFromString(`--heap-growing-percent=${percent}`);
  setFlagsFromString('--expose-gc');
  globalThis.gc = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  let isYoungLimited = mayYoungGrow;
  const observer = new PerformanceObserver(() => {
    // V8 reads the limit of the young generation before any code runs, but the factor by which it grows each time it grows.
    if (!isYoungLimited && youngBytes() >= YOUNG_BYTES) {
      isYoungLimited = true;
      setFlagsFromString('--semi-space-growth-factor=1');
    }
    const now = growthOf(getHeapStatistics().used_heap_size);
    if (now === percent) return;
    percent = now;
    setFlagsFromString(`--heap-growing-percent=${percent}`);
  });
  observer.observe({ entryTypes: ['gc'] });
}

/** How far a heap that uses so many bytes may grow, in percent. */
function growthOf(usedBytes: number): number {
  return GROWTH.find(({ above }) => usedBytes > above)?.percent ?? SMALL_PERCENT;
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
