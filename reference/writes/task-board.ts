import type { BulkTask } from '../model.js';

/** The tasks of one server, with the timers of those that run. */
export class TaskBoard {
  readonly #tasks = new Map<string, BulkTask>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #durationMs: number;

  constructor(durationMs: number) {
    this.#durationMs = durationMs;
  }

  get(id: string): BulkTask | undefined {
    return this.#tasks.get(id);
  }

  /** Registers a task and calls `complete` after its duration; the task fails if that throws. */
  add(task: BulkTask, complete: () => void): void {
    this.#tasks.set(task.id, task);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      try {
        complete();
      } catch {
        task.status = 'Failed';
      }
    }, this.#durationMs);
    this.#timers.add(timer.unref());
  }

  /** Stops the running tasks: they never complete. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
