/** Ends what waits, all at once: each wait rejects with the same error. */
export class Stop {
  #error: Error | null = null;
  readonly #waiting = new Set<(error: Error) => void>();

  /** Why waiting has ended; `null` where it goes on. */
  get error(): Error | null {
    return this.#error;
  }

  /** Ends everything that waits, and whatever waits from now on; only the first error counts. */
  now(error: Error): void {
    this.#error ??= error;
    for (const end of this.#waiting) end(this.#error);
    this.#waiting.clear();
  }

  /** Waits for something, unless waiting ends before. */
  async wait<Value>(something: Promise<Value>): Promise<Value> {
    if (this.#error !== null) {
      // What was begun may still fail, with no one left to hear of it.
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

/** Calls something so many milliseconds after a signal was aborted, without keeping the process alive. */
export function afterAbort(signal: AbortSignal | undefined, ms: number, call: () => void): void {
  const wait = () => {
    setTimeout(call, ms).unref?.();
  };
  if (signal?.aborted) wait();
  else signal?.addEventListener('abort', wait, { once: true });
}
