/** Ends all waits at once: each rejects with the same error. */
export class Stop {
  #error: Error | null = null;
  readonly #waiting = new Set<(error: Error) => void>();

  /** The error that ended all waits; `null` while they continue. */
  get error(): Error | null {
    return this.#error;
  }

  /** Ends all current and future waits; only the first error counts. */
  now(error: Error): void {
    this.#error ??= error;
    for (const end of this.#waiting) end(this.#error);
    this.#waiting.clear();
  }

  /** Waits for a promise, unless waiting ends before. */
  async wait<Value>(something: Promise<Value>): Promise<Value> {
    if (this.#error !== null) {
      // The promise may still reject after its caller has stopped waiting.
      something.catch(() => undefined);
      throw this.#error;
    }
    let end: (error: Error) => void = () => undefined;
    try {
      return await new Promise<Value>((resolve, reject) => {
        end = reject;
        this.#waiting.add(end);
        something.then(resolve, reject);
      });
    } finally {
      this.#waiting.delete(end);
    }
  }
}

/** Calls a function some milliseconds after a signal is aborted, without keeping the process alive. */
export function afterAbort(signal: AbortSignal | undefined, ms: number, call: () => void): void {
  const wait = () => {
    setTimeout(call, ms).unref?.();
  };
  if (signal?.aborted) wait();
  else signal?.addEventListener('abort', wait, { once: true });
}
