/** Smaller bodies are left to the collections of V8. */
const LARGE_BYTES = 1024 * 1024;
/** How many bytes of large bodies are received between two collections. */
const BETWEEN_BYTES = 24 * 1024 * 1024;

let received = 0;

/**
 * Counts a received body, and collects garbage after some large ones: buffers and long strings are outside the heap that
 * V8 watches, so it lets hundreds of megabytes of them pile up. Does nothing in a process that does not expose `gc`.
 */
export function collectAfter(bytes: number): void {
  if (bytes < LARGE_BYTES || globalThis.gc === undefined) return;
  received += bytes;
  if (received < BETWEEN_BYTES) return;
  received = 0;
  globalThis.gc();
}
