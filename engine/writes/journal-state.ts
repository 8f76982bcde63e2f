import type { AnswerEntry, Entry, RemovalEntry, RunEntry, WriteEntry } from './journal-entry.js';
import { differing, type Fields } from './record-fields.js';
import { recordKey } from './record-key.js';

/** The end of a write that may still change something. */
export const OPEN = Number.POSITIVE_INFINITY;

/** A write with what is known of it; `end` is where it could change nothing any more. */
export interface KnownWrite extends WriteEntry {
  readonly begin: number;
  end: number;
  answer?: AnswerEntry;
}

/** A record that a run has changed, or may have. */
export interface TouchedRecord {
  readonly kind: string;
  readonly id: string;
  readonly before: Fields;
  /** The writes since it was last as it had been. */
  writes: KnownWrite[];
  /** The run has changed it before, and put it back: what it was then is what it is to be. */
  taken: boolean;
}

/** What the entries of a journal add up to; it is kept up to date while a run goes on, and read again by an undo. */
export class JournalState {
  readonly #records = new Map<string, TouchedRecord>();
  readonly #open = new Map<number, KnownWrite>();
  readonly removals: RemovalEntry[] = [];
  /** The records that were written to, `kind id`, in the order of the first write. */
  readonly touched = new Set<string>();
  /** The keys of the records that the run may write to. */
  readonly chosen = new Set<string>();
  run: RunEntry | undefined;
  finished = false;
  /** The number of the last write. */
  writes = 0;
  /** How long the longest task was waited for. */
  longestTaskMs = 0;
  #line = 0;

  constructor(entries: readonly Entry[] = []) {
    for (const entry of entries) this.take(entry);
  }

  take(entry: Entry): void {
    this.#line += 1;
    if (entry.type === 'run') this.run = entry;
    else if (entry.type === 'chosen') for (const id of entry.ids) this.chosen.add(recordKey(entry.kind, id));
    else if (entry.type === 'before') this.#before(entry.kind, entry.id, entry.fields);
    else if (entry.type === 'write') this.#write(entry);
    else if (entry.type === 'answer') this.#answer(entry);
    else if (entry.type === 'ended') {
      this.#end(entry.n);
      this.longestTaskMs = Math.max(this.longestTaskMs, entry.afterMs);
    } else if (entry.type === 'settled') this.#settle(entry.kind, entry.id);
    else if (entry.type === 'removal') this.removals.push(entry);
    else this.finished = true;
  }

  knows(kind: string, id: string): boolean {
    return this.#records.has(recordKey(kind, id));
  }

  record(kind: string, id: string): TouchedRecord | undefined {
    return this.#records.get(recordKey(kind, id));
  }

  /** A write that may still change something. */
  write(n: number): KnownWrite | undefined {
    return this.#open.get(n);
  }

  /** The records that may differ from what they were. */
  unsettled(): TouchedRecord[] {
    return [...this.#records.values()].filter(({ writes }) => writes.length > 0);
  }

  /** The writes that may still change something: a task is at work, or nothing is known but that they were sent. */
  open(): KnownWrite[] {
    return [...this.#open.values()];
  }

  #before(kind: string, id: string, before: Fields): void {
    const known = this.record(kind, id);
    if (known === undefined || (known.writes.length === 0 && !known.taken)) {
      this.#records.set(recordKey(kind, id), { kind, id, before, writes: [], taken: false });
    }
  }

  #write(entry: WriteEntry): void {
    const write: KnownWrite = { ...entry, begin: this.#line, end: OPEN };
    this.#open.set(entry.n, write);
    this.writes = Math.max(this.writes, entry.n);
    for (const id of entry.ids) {
      this.record(entry.kind, id)?.writes.push(write);
      this.touched.add(`${entry.kind} ${id}`);
    }
  }

  #answer(entry: AnswerEntry): void {
    const write = this.#open.get(entry.n);
    if (write === undefined) return;
    write.answer = entry;
    // What was accepted goes on until its task has ended; what got no answer may still arrive.
    if (entry.status !== 0 && entry.status !== 202) this.#end(entry.n);
  }

  #end(n: number): void {
    const write = this.#open.get(n);
    if (write !== undefined) write.end = this.#line;
    this.#open.delete(n);
  }

  #settle(kind: string, id: string): void {
    const record = this.record(kind, id);
    if (record === undefined) return;
    record.taken ||= record.writes.some((write) => !isRefused(write));
    record.writes = [];
  }
}

/**
 * The values that a field may have by the run's own doing, what it was included. A write that has succeeded leaves
 * nothing of those that had ended before it began.
 */
export function ownValues({ before, writes }: TouchedRecord, field: string): unknown[] {
  const naming = writes.filter((write) => field in valuesOf(write));
  const lasting = naming.filter(({ end }) => !naming.some((later) => succeeded(later) && later.begin > end));
  const values = lasting.flatMap((write) => [valuesOf(write)[field], write.sent[field]]);
  return [before[field] ?? null, ...values.map((value) => value ?? null)];
}

/** Whether a record that shows what it was is back for good: nothing that may have been carried out gave it another value. */
export function isBack(record: TouchedRecord): boolean {
  const taken = record.writes.filter((write) => !isRefused(write));
  const fields = [...new Set(taken.flatMap((write) => Object.keys(valuesOf(write))))];
  const still = taken.every(({ end }) => end !== OPEN);
  const own = { ...record, writes: taken };
  return still && fields.every((field) => ownValues(own, field).every((value) => isSame(value, record.before[field])));
}

/** Whether two values of a field are the same; null and none are. */
export function isSame(left: unknown, right: unknown): boolean {
  return differing({ value: left }, { value: right }).length === 0;
}

/** Whether a target said that it did not carry out a write. */
function isRefused({ answer }: KnownWrite): boolean {
  return answer !== undefined && answer.status >= 400 && answer.status <= 499;
}

function succeeded({ answer, end }: KnownWrite): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status < 300 && end !== OPEN;
}

/** What a write gave a record: what was sent, and what the answer to it says. */
function valuesOf({ sent, answer, ids }: KnownWrite): Fields {
  return ids.length === 1 ? { ...sent, ...answer?.fields } : sent;
}
