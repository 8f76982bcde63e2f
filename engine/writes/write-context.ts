import type { Operation, RecordKind } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { causeOf } from '../client/cause.js';
import { retryAfter } from '../client/retry.js';
import { AskContext, type AskOptions, assertUsable } from '../session/ask-context.js';
import { differing } from '../session/differing.js';
import type { JsonRecord } from '../session/page.js';
import { recordIn } from '../session/record-in.js';
import type { Query } from '../session/seen.js';
import type { Write } from '../session/session.js';
import { Inconclusive, NotApplicable } from '../session/signals.js';
import type { Params } from '../session/world.js';
import type { BulkUpdates } from './bulk-updates.js';
import { Others } from './others.js';
import type { RejectedValues } from './own-values.js';
import { byId } from './reading.js';
import { type Fields, patchOf, watchedOf } from './record-fields.js';
import type { Held } from './record-probe.js';
import { Removal } from './removal.js';
import { isEnded, taskOf } from './task.js';
import { type Poll, pollOf, type TaskEnd } from './task-end.js';
import { type Waited, waitFor } from './waiting.js';
import type { WriteCoordinator } from './write-coordinator.js';
import { WriteReach } from './write-reach.js';

/** How often a write is sent again to a target that is unavailable, and the longest time that it may ask for, in milliseconds. */
const SENT_AGAIN = 3;
const LONGEST_WAIT_MS = 5000;

/** A write of a check; by default the check's operation without a body. */
export interface WriteRequest {
  readonly operation?: Operation;
  /** The record in the path: one of the check's own. */
  readonly record?: Held;
  /** The path parameters if they identify no record of the check: an id that does not exist. */
  readonly params?: Params;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly rawBody?: string;
  /** Instead of the media type of the operation; `null` sends none. */
  readonly mediaType?: string | null;
  readonly credential?: AskOptions['credential'];
  /**
   * The document describes this request, so it must succeed; every judge rule that applies then checks the response.
   */
  readonly valid?: boolean;
  /** The check sends it again if the target is unavailable: a 503 is a response like any other. */
  readonly mayBeBusy?: boolean;
}

/** The context of a write rule. Every request is sent anew; every write is in the journal before it is sent. */
export class WriteContext extends AskContext {
  /** What can be permanently removed, and how. */
  readonly removal: Removal;
  #delayObserved = false;
  /** A wait of the check was in vain. */
  #gaveUp = false;

  constructor(
    operation: Operation,
    seeds: { readonly own: number; readonly shared: number },
    private readonly coordinator: WriteCoordinator,
    /** The id of the check. */
    readonly check: string,
    /** The records reserved for the check, in no particular order. */
    readonly records: readonly Held[],
  ) {
    super(operation, coordinator.world, seeds.own, seeds.shared, check);
    this.removal = new Removal(this, coordinator.writer, coordinator.removals);
  }

  /** The kind of record that the operation writes to. */
  get kind(): RecordKind {
    const kind = this.coordinator.kindOf(this.operation.id);
    if (kind === null) throw new Error(`${this.operation.id} writes to no kind of record`);
    return kind;
  }

  /** The first of the check's records. */
  get record(): Held {
    const [first] = this.records;
    if (first === undefined) throw new Error(`a rule of ${this.operation.id} asks for no records`);
    return first;
  }

  /** The scope that limits a bulk update to the listed records. */
  get listedScope(): string {
    return this.coordinator.options.bulkScope;
  }

  /** Whether bulk updates that some servers apply to all records may be sent. */
  get allowsScopeAll(): boolean {
    return this.coordinator.options.allowScopeAll;
  }

  /** What is known of the bulk updates of this kind of record. */
  get bulk(): BulkUpdates {
    return this.coordinator.bulk(this.kind);
  }

  /** The updates with a record's own values that the target did not accept, of any check of the run. */
  get rejectedValues(): readonly RejectedValues[] {
    return this.coordinator.pool(this.kind).rejectedValues;
  }

  /** The updates with the values of a record before the run that the target accepted and did not apply. */
  get ignoredValues(): readonly RejectedValues[] {
    return this.coordinator.restorer.ignored.updates(this.kind.id);
  }

  /**
   * Whether the target accepts the own values of some record of this kind, or of one with the flags of `like`; `null` if too
   * few records show it.
   */
  acceptsOwnValues(like?: JsonRecord): Promise<boolean | null> {
    return this.coordinator.pool(this.kind).acceptsOwnValues(like);
  }

  /** The ids of the records of this kind that checks write to, without those that are written to only along with all. */
  get chosenIds(): readonly string[] {
    return this.coordinator.pool(this.kind).chosenIds;
  }

  /** The number of this run of the checks; re-runs execute checks one by one. */
  get look(): number {
    return this.coordinator.look;
  }

  /** How long a read may still show the state before a write, in milliseconds. */
  get windowMs(): number {
    return this.coordinator.options.consistencyWindowMs;
  }

  override async ask(query: Query = {}, options: AskOptions = {}): Promise<Answer> {
    this.coordinator.writer.assertMayWrite();
    return super.ask(query, { fresh: true, by: this.check, ...options });
  }

  /** The full merge patch without changes: every member with the original value of the record, except for `changes`. */
  patchFor(record: Held, changes: Fields = {}): Record<string, unknown> {
    return patchOf(this.kind, { ...watchedOf(this.kind, record.before), ...changes });
  }

  /** The fields that updates change, and the fields derived from them, of a record. */
  watched(record: JsonRecord): Fields {
    return watchedOf(this.kind, record);
  }

  /** The names of the watched fields in which two readings of a record differ. */
  differing(left: JsonRecord, right: JsonRecord): string[] {
    return differing(watchedOf(this.kind, left), watchedOf(this.kind, right));
  }

  /** Whether a write of the run may have changed a record of a kind. */
  mayHaveWritten(kind: string, id: string): boolean {
    return this.coordinator.journal.state.mayHaveWritten(kind, id);
  }

  /** Whether a write of the run has named a record of a kind, as one that selects all records does not. */
  hasNamed(kind: string, id: string): boolean {
    return this.coordinator.journal.state.hasNamed(kind, id);
  }

  /** Reads a record of the check as it is now; inconclusive where the read is no success. */
  async read(record: Pick<Held, 'id'>): Promise<JsonRecord> {
    const operation = this.world.operation(this.kind.read);
    const { state } = this.coordinator.journal;
    const since = state.now;
    const answer = await this.ask({}, { operation, params: byId(operation, record.id) });
    const found = recordIn(answer);
    if (found !== null) state.showed(this.kind.id, record.id, found, since);
    if (found === null) {
      throw new Inconclusive(`a record cannot be read: ${answer.summary} (see ${operation.id})`, causeOf(answer));
    }
    return found;
  }

  /** Whether the run has sent the last bulk update with this body so shortly after another one, in milliseconds. */
  isRepeated(body: unknown, withinMs: number): boolean {
    return this.coordinator.writer.isRepeated(this.kind.bulk.operation, JSON.stringify(body), withinMs);
  }

  /**
   * Sends a write. The records it may change are in the journal first; inconclusive without a response, and for an update of a
   * record that an update may not be able to restore.
   */
  async send(request: WriteRequest = {}): Promise<Answer> {
    const operation = request.operation ?? this.operation;
    if (request.record?.updatable === false && operation.id === this.kind.update)
      throw new Inconclusive('an update could not restore the record, which lacks a value that it sets');
    const { body, rawBody, credential = 'given', valid = false } = request;
    const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const mediaType = request.mediaType === undefined ? operation.body?.mediaType : (request.mediaType ?? undefined);
    const write: Write = {
      operation,
      params: request.params ?? (request.record === undefined ? {} : byId(operation, request.record.id)),
      credential,
      valid,
      by: this.check,
      ...(text !== undefined && { body: text }),
      ...(text !== undefined && mediaType !== undefined && { mediaType }),
    };
    const mayBeBusy = request.mayBeBusy === true;
    const answer = await (mayBeBusy ? this.#sendWithin(write) : this.#sendUntilTaken(write));
    this.note(answer, credential);
    if (!mayBeBusy || answer.status !== 503) assertUsable(answer, credential);
    if (answer.status === 403 && credential === 'given') {
      if (
        request.record !== undefined &&
        operation.id === this.kind.update &&
        this.coordinator.pool(this.kind).isWritable
      )
        throw new Inconclusive('the target returns 403 for this write, and accepts writes to other records');
      throw new NotApplicable('the target returns 403 for this write');
    }
    return answer;
  }

  /**
   * Reads until the value is the expected one, up to the consistency window, or less after waits in vain. An observed
   * delay is reported.
   */
  async until<Value>(read: () => Promise<Value>, holds: (value: Value) => boolean): Promise<Waited<Value>> {
    const patience = this.coordinator.patience(this.operation.id);
    const waited = await waitFor(read, holds, patience.next(this.#gaveUp));
    patience.record(waited);
    this.#gaveUp ||= !waited.held;
    this.coordinator.recordWait(waited);
    if (waited.held && waited.reads > 1 && !this.#delayObserved && this.last !== undefined) {
      this.#delayObserved = true;
      this.observe(this.last, `a read shows a write ${waited.waitedMs} ms later`);
    }
    return waited;
  }

  /** Waits for a write that changes nothing, so that no read shows whether a target that shows writes late has carried it out. */
  async settled(): Promise<void> {
    const { delayMs } = this.coordinator;
    if (delayMs > 0) await this.world.session.pause(delayMs);
  }

  /**
   * Reads the task of a bulk update until it ends or times out, in no more readings than the last task needed; `whole`
   * gives it the whole timeout, whatever earlier tasks have used up. Inconclusive if the reference names no task. A task
   * that cannot be read yet is awaited up to the consistency window.
   */
  async pollTask(reference: Answer, { whole = false } = {}): Promise<TaskEnd> {
    const id = taskOf(reference);
    if (id === null) throw new Inconclusive('the response to the bulk update names no task (see bulk.accepted)');
    const operation = this.world.operation(this.kind.bulk.task);
    const params = byId(operation, id);
    const { patience, rhythm } = this.bulk;
    const wait = patience.next(whole);
    const polls: Poll[] = [];
    const start = performance.now();
    const { held, waitedMs } = await waitFor(
      async () => {
        const poll = pollOf(await this.ask({}, { operation, params }));
        // A success without a task is none: what is wrong with it is the business of the judge rules.
        if (poll.task !== null || poll.answer.status === operation.success.status)
          await this.world.session.show({ operation, params, by: this.check }, poll.answer);
        polls.push(poll);
        return poll;
      },
      // A response without a task that is no error may mean that it still runs.
      ({ task, answer }) =>
        isEnded(task) || (task === null && answer.status >= 400 && performance.now() - start > this.windowMs),
      wait.ms,
      rhythm,
    );
    const last = polls.at(-1) as Poll;
    if (!held) patience.recordTimeout(wait, waitedMs);
    const ended = held && last.task !== null;
    if (ended) {
      this.coordinator.writer.ended(id, waitedMs);
      this.provide(operation, params);
    }
    const complete = last.status === this.kind.bulk.complete;
    // A read before the task could be read has no status, and so may a task at its end.
    const before = complete ? polls.slice(0, -1) : [];
    for (const { status } of before) if (typeof status === 'string') this.bulk.runningStates.add(status);
    return { id, polls, last, complete, late: !ended, hadWholeTimeout: !wait.ofRest, waitedMs };
  }

  /**
   * Provides the path parameters of an operation that reads the result of a write, for the checks of that operation.
   */
  provide(operation: Operation, params: Params): void {
    this.world.provide(operation, params);
  }

  /** The records of a list that no check uses, as they are now: `changed()` later returns those that differ. */
  others(kind: RecordKind = this.kind): Promise<Others> {
    return Others.look(this.coordinator.pool(kind), this.world, this.coordinator.writer, this.windowMs);
  }

  /**
   * Sends a write, and again if the target is unavailable for as long as it says (503 with Retry-After, RFC 9110 section 10.2.3). A
   * removal is sent once.
   */
  async #sendUntilTaken(write: Write): Promise<Answer> {
    let answer = await this.#sendWithin(write);
    if (write.operation.id === this.world.described.removal.operation) return answer;
    for (let again = 1; again <= SENT_AGAIN; again += 1) {
      const delay = answer.status === 503 ? retryAfter(answer) : null;
      if (delay === null || delay > LONGEST_WAIT_MS) return answer;
      await this.world.session.pause(delay);
      answer = await this.#sendWithin(write);
    }
    return answer;
  }

  async #sendWithin(write: Write): Promise<Answer> {
    const { operation } = write;
    const { coordinator } = this;
    if (operation.id === this.world.described.removal.operation) return this.removal.send(write);
    const kind = coordinator.kindOf(operation.id);
    if (kind === null) throw new Error(`${operation.id} writes, and nothing is known that undoes it`);
    const pool = coordinator.pool(kind);
    const reach = new WriteReach(kind, this.world, pool, this.records, this.check, coordinator.options);
    return (await coordinator.writer.send(write, await reach.of(write))).answer;
  }
}
