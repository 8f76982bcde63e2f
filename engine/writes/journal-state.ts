import type { AnswerEntry, Entry, RemovalEntry, RunEntry, WriteEntry } from './journal-entry.js';
import type { Fields } from './record-fields.js';
import { recordKey } from './record-key.js';
import { couldBecome, isSame } from './same-value.js';
import { SharedTexts } from './shared-texts.js';

/** The `end` of a write that may still change something. */
export const OPEN = Number.POSITIVE_INFINITY;

/** A write with its known result; `end` is the journal line after which it could change nothing more. */
export interface KnownWrite extends WriteEntry {
  readonly begin: number;
  end: number;
  answer?: AnswerEntry;
  /**
   * The fields in which a read after its end showed what it sent, by record id; absent if the reads of the run are not
   * known, as in an undo.
   */
  readonly shown?: Map<string, Set<string>>;
}

/** A record that a run has changed, or may have changed. */
export interface TouchedRecord {
  readonly kind: string;
  readonly id: string;
  /**
   * The record as first read, before any write could reach it: what it is restored to. Only copies of texts of other
   * records are replaced where a write has refreshed them.
   */
  before: Fields;
  /** The writes since it was last settled. */
  writes: KnownWrite[];
  /** All writes that ever reached it. */
  readonly all: KnownWrite[];
  /** It has a value from another client. */
  foreign: boolean;
  /** The names of the fields that a write has refreshed. */
  refreshed: readonly string[];
}

/** The state that the entries of a journal add up to; kept up to date during a run, and rebuilt by an undo. */
export class JournalState {
  readonly #records = new Map<string, TouchedRecord>();
  readonly #open = new Map<number, KnownWrite>();
  /** By kind and field, the values that the run has sent to any record. */
  readonly #sent = new Map<string, unknown[]>();
  readonly #texts = new SharedTexts();
  /** The removals that were sent; once it is known whom one of them has removed, with these users only. */
  readonly removals: RemovalEntry[] = [];
  /** The keys of the records that the run may write to. */
  readonly chosen = new Set<string>();
  run: RunEntry | undefined;
  finished = false;
  /** The number of the last write. */
  writes = 0;
  /** The longest wait for a task, in milliseconds. */
  longestTaskMs = 0;
  #line = 0;

  constructor(
    entries: readonly Entry[] = [],
    /** Whether the reads of the run are known: those of an earlier process are not. */
    private readonly knowsReads = false,
  ) {
    for (const entry of entries) this.take(entry);
  }

  take(entry: Entry): void {
    this.#line += 1;
    if (entry.type === 'run') this.run = entry;
    else if (entry.type === 'chosen') for (const id of entry.ids) this.chosen.add(recordKey(entry.kind, id));
    else if (entry.type === 'before') this.#before(entry.kind, entry.id, this.#texts.of(entry.fields));
    else if (entry.type === 'write') this.#write(entry);
    else if (entry.type === 'answer') this.#answer(entry);
    else if (entry.type === 'ended') {
      this.#end(entry.n);
      this.longestTaskMs = Math.max(this.longestTaskMs, entry.afterMs);
    } else if (entry.type === 'settled') this.#settle(entry.kind, entry.id, entry.how === 'left');
    else if (entry.type === 'reopened') this.#reopen(entry.kind, entry.id);
    else if (entry.type === 'refreshed') this.#refresh(entry.kind, entry.id, entry.fields);
    else if (entry.type === 'removal') this.removals.push(entry);
    else this.finished = true;
  }

  /** Records whom the last removal has removed. */
  removed(ids: readonly string[]): void {
    const last = this.removals.pop();
    if (last !== undefined && ids.length > 0) this.removals.push({ ...last, removed: ids });
  }

  knows(kind: string, id: string): boolean {
    return this.#records.has(recordKey(kind, id));
  }

  record(kind: string, id: string): TouchedRecord | undefined {
    return this.#records.get(recordKey(kind, id));
  }

  /** How many entries there are, to say later which writes had ended by now. */
  get now(): number {
    return this.#line;
  }

  /** Records what a read shows that was sent after the given number of entries: which writes have taken effect. */
  showed(kind: string, id: string, record: Fields, since: number): void {
    const known = this.record(kind, id);
    for (const { end, sent, shown } of known?.writes ?? []) {
      if (known === undefined || shown === undefined || end > since) continue;
      const fields = Object.keys(sent).filter((field) => isSame(sent[field], record[field]));
      shown.set(known.id, new Set([...(shown.get(known.id) ?? []), ...fields]));
    }
  }

  /** A write that may still change something. */
  write(n: number): KnownWrite | undefined {
    return this.#open.get(n);
  }

  /** The records that may differ from their original because of the run. */
  unsettled(): TouchedRecord[] {
    return [...this.#records.values()].filter(({ writes }) => writes.length > 0);
  }

  /**
   * The records that are not known to be restored: the unsettled ones, those that another client has changed, and those that
   * a bulk update which has not ended may still change.
   */
  unrestored(): TouchedRecord[] {
    const mayChange = ({ all }: TouchedRecord) => all.some(({ end, answer }) => end === OPEN && answer?.status === 202);
    return [...this.#records.values()].filter((one) => one.writes.length > 0 || one.foreign || mayChange(one));
  }

  /** Every record that a write of the run could have reached. */
  reached(): TouchedRecord[] {
    return [...this.#records.values()].filter(({ all }) => all.length > 0);
  }

  /** The records that were written to: those in a write that was not refused. */
  touched(): TouchedRecord[] {
    return this.reached().filter(({ kind, id }) => this.hasNamed(kind, id));
  }

  /** Whether a write that was not refused could have reached a record, or still may. */
  mayHaveWritten(kind: string, id: string): boolean {
    return this.record(kind, id)?.all.some((write) => !isRefused(write)) ?? false;
  }

  /** Whether a write that was not refused has named a record of a kind. */
  hasNamed(kind: string, id: string): boolean {
    return this.record(kind, id)?.all.some((write) => write.wide !== true && !isRefused(write)) ?? false;
  }

  /** The records with fields that a write has refreshed. */
  refreshed(): TouchedRecord[] {
    return this.reached().filter(({ refreshed }) => refreshed.length > 0);
  }

  /** The writes that may still change something: their task is running, or their result is unknown. */
  open(): KnownWrite[] {
    return [...this.#open.values()];
  }

  /** Whether any write of the run has set a field of any record of a kind to this value. */
  wasSent(kind: string, field: string, value: unknown): boolean {
    return (this.#sent.get(recordKey(kind, field)) ?? []).some((sent) => couldBecome(sent, value));
  }

  #before(kind: string, id: string, before: Fields): void {
    if (this.record(kind, id) !== undefined) return;
    this.#records.set(recordKey(kind, id), { kind, id, before, writes: [], all: [], foreign: false, refreshed: [] });
  }

  #write(entry: WriteEntry): void {
    const sent = this.#texts.of(entry.sent);
    const write: KnownWrite = {
      ...entry,
      sent,
      begin: this.#line,
      end: OPEN,
      ...(this.knowsReads && { shown: new Map<string, Set<string>>() }),
    };
    this.#open.set(entry.n, write);
    this.writes = Math.max(this.writes, entry.n);
    for (const [field, value] of Object.entries(sent)) this.#note(entry.kind, field, value);
    for (const id of entry.ids) {
      const record = this.record(entry.kind, id);
      record?.writes.push(write);
      record?.all.push(write);
    }
  }

  #note(kind: string, field: string, value: unknown): void {
    const key = recordKey(kind, field);
    const known = this.#sent.get(key) ?? [];
    if (!known.some((one) => isSame(one, value))) known.push(value);
    this.#sent.set(key, known);
  }

  #answer(entry: AnswerEntry): void {
    const write = this.#open.get(entry.n);
    if (write === undefined) return;
    const fields = entry.fields && this.#texts.of(entry.fields);
    write.answer = { ...entry, ...(fields && { fields }) };
    for (const [field, value] of Object.entries(fields ?? {})) {
      if (field in write.sent) this.#note(write.kind, field, value);
    }
    // An accepted write continues until its task has ended; one without a response may still arrive.
    if (entry.status !== 0 && entry.status !== 202) this.#end(entry.n);
  }

  #end(n: number): void {
    const write = this.#open.get(n);
    if (write !== undefined) write.end = this.#line;
    this.#open.delete(n);
  }

  #settle(kind: string, id: string, foreign: boolean): void {
    const record = this.record(kind, id);
    if (record === undefined) return;
    record.foreign = foreign;
    // A record that was restored has none of their values any more.
    for (const { sent, shown } of record.writes) shown?.set(record.id, new Set(Object.keys(sent)));
    record.writes = [];
  }

  #refresh(kind: string, id: string, fields: Fields): void {
    const record = this.record(kind, id);
    if (record === undefined) return;
    record.before = { ...record.before, ...fields };
    record.refreshed = [...new Set([...record.refreshed, ...Object.keys(fields)])];
  }

  #reopen(kind: string, id: string): void {
    const record = this.record(kind, id);
    if (record !== undefined) record.writes = [...record.all];
  }
}

/** Whether the target said that it did not carry out a write. */
export function isRefused({ answer }: KnownWrite): boolean {
  return answer !== undefined && answer.status >= 400 && answer.status <= 499;
}
