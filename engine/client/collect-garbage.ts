/** Smaller bodies are left to the collections of V8. */
const LARGE_BYTES = 1024 * 1024;
/** How many bytes are allocated for large bodies between two collections. */
const BETWEEN_BYTES = 24 * 1024 * 1024;

let allocated = 0;

/**
 * Counts what a large body takes, itself and its value, and collects garbage after some of them: buffers and long strings
 * are outside the heap that V8 watches, so it lets hundreds of megabytes of them pile up. Does nothing in a process that
 * does not expose `gc`.
 */
export function collectAfter(bytes: number): void {
  if (bytes < LARGE_BYTES || globalThis.gc === undefined) return;
  allocated += bytes;
  if (allocated < BETWEEN_BYTES) return;
  allocated = 0;
  globalThis.gc();
}
