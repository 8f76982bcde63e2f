import { getHeapStatistics } from 'node:v8';

/** The memory of this thread in bytes: other test files run in threads of the same process. */
export function heldMemory(): number {
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
