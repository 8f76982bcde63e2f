import type { RecordKind } from '../../contract/types.js';
import { isBroken } from '../session/record-in.js';
import type { World } from '../session/world.js';
import type { BulkUpdates } from './bulk-updates.js';
import type { Journal } from './journal.js';
import { type KnownWrite, OPEN, type TouchedRecord } from './journal-state.js';
import { byId, type Reading, readingOf } from './reading.js';
import { type Fields, watchedOf } from './record-fields.js';
import type { RestoreLink } from './restore-link.js';
import { isSame } from './same-value.js';
import { isEnded } from './task.js';
import { type Waited, waitFor } from './waiting.js';

/** The number of records that are read to see whether a bulk update has been carried out. */
const LOOKED_AT = 5;
/** A task without a known state gets this many times the duration of the longest task so far. */
const TASKS = 2;

/** A record as it was read: `null`, and the summary of the response, if it could not be read. */
export interface ReadRecord {
  readonly fields: Fields | null;
  readonly summary: string;
  readonly status: number;
  /** Whether the response is a success, but no record. */
  readonly isBroken: boolean;
}

/** Waits until the writes of a journal can change nothing more, before their changes are restored. */
export class WriteEnds {
  readonly #waiting = new Map<number, Promise<void>>();

  constructor(
    private readonly world: World,
    private readonly link: RestoreLink,
    private readonly journal: Journal,
    private readonly windowMs: number,
    private readonly bulkOf: (kind: RecordKind) => BulkUpdates,
  ) {}

  /** Waits until no write to the records is in progress. */
  async of(kind: RecordKind, records: readonly TouchedRecord[]): Promise<void> {
    const ids = new Set(records.map(({ id }) => id));
    const open = this.journal.state
      .open()
      .filter((write) => write.kind === kind.id && write.ids.some((id) => ids.has(id)));
    await Promise.all(open.map((write) => this.#untilEnded(kind, write)));
  }

  /** How long to wait for something without a known state, in milliseconds. */
  longestWaitMs(): number {
    return Math.max(this.windowMs, TASKS * this.journal.state.longestTaskMs);
  }

  /** Reads a task until it has ended, for as long as tasks are awaited; one that cannot be read may not exist yet. */
  async poll(kind: RecordKind, id: string): Promise<Waited<Reading>> {
    const operation = this.world.operation(kind.bulk.task);
    const { patience } = this.bulkOf(kind);
    const wait = patience.next();
    const start = performance.now();
    // How long a task can be read after its end is unspecified. A 5xx does not mean that there is none.
    const isGone = ({ answer }: Reading) =>
      answer.status >= 400 && answer.status < 500 && performance.now() - start > this.longestWaitMs();
    const waited = await waitFor(
      async () => readingOf(await this.link.askTask({ operation, params: byId(operation, id) })),
      (reading) => isEnded(reading.record) || isGone(reading),
      wait.ms,
    );
    if (!waited.held) patience.recordTimeout(wait, waited.waitedMs);
    // The rest was spent waiting for a target that was away.
    return { ...waited, waitedMs: Math.min(waited.waitedMs, wait.ms) };
  }

  /** Reads a record; `null` and the reason if it cannot be read. */
  async read(kind: RecordKind, id: string): Promise<ReadRecord> {
    const operation = this.world.operation(kind.read);
    const { record, answer } = readingOf(await this.link.ask({ operation, params: byId(operation, id) }));
    const fields = record === null ? null : watchedOf(kind, record);
    return { fields, summary: answer.summary, status: answer.status, isBroken: isBroken(answer) };
  }

  /**
   * Waits for a write that may still be in progress; without a known task, until its effect shows or should have shown.
   */
  #untilEnded(kind: RecordKind, write: KnownWrite): Promise<void> {
    const known = this.#waiting.get(write.n);
    if (known !== undefined) return known;
    const waiting = this.#end(kind, write);
    this.#waiting.set(write.n, waiting);
    // An abandoned wait can be repeated.
    waiting.catch(() => this.#waiting.delete(write.n));
    return waiting;
  }

  async #end(kind: RecordKind, write: KnownWrite): Promise<void> {
    await this.link.wait(this.journal.answered(write.n));
    if (write.end !== OPEN) return;
    const task = write.answer?.task;
    if (task === undefined) await this.#untilCalm(kind, write);
    const polled = task === undefined ? null : await this.poll(kind, task);
    // A task that did not end in time may still change its records.
    if (polled?.held === false) return;
    // Only the end of a task says how long tasks take; counted, other waits would double with each of them.
    const hasEnded = polled !== null && isEnded(polled.value.record);
    this.journal.note({ type: 'ended', n: write.n, afterMs: hasEnded ? polled.waitedMs : 0 });
  }

  /**
   * Waits for a write whose result is unknown: until its records show the sent values, or for the longest time it could
   * take. Records that had these values from the start prove nothing.
   */
  async #untilCalm(kind: RecordKind, { ids, sent }: KnownWrite): Promise<Waited<unknown>> {
    const shows = (record: Fields | null) =>
      record !== null && Object.entries(sent).every(([name, value]) => isSame(value, record[name]));
    let before: boolean | undefined;
    return waitFor(
      () => Promise.all(ids.slice(0, LOOKED_AT).map(async (id) => (await this.read(kind, id)).fields)),
      (records) => {
        const shown = records.length > 0 && records.every(shows);
        before ??= shown;
        return shown && !before;
      },
      this.longestWaitMs(),
    );
  }
}
