import type { Operation, RecordKind } from '../../contract/types.js';
import { AskContext, type AskOptions, awayReason } from '../ask-context.js';
import { causeOf } from '../cause.js';
import type { Answer } from '../client/answer.js';
import { isRecord, type JsonRecord } from '../page.js';
import type { Query } from '../rule.js';
import type { Write } from '../session.js';
import { NotApplicable, Undecided } from '../signals.js';
import { valueAt } from '../validation.js';
import { type Params, pathParameters } from '../world.js';
import type { Desk } from './desk.js';
import { Others } from './others.js';
import { byId, readById } from './reading.js';
import { differing, type Fields, fieldsOfBulk, fieldsOfPatch, patchOf, watchedOf } from './record-fields.js';
import type { Held } from './record-pool.js';
import { Removal } from './removal.js';
import { sameId } from './same-id.js';
import { isEnded, taskOf } from './task.js';
import { type Waited, waitFor } from './waiting.js';
import type { Reach } from './writer.js';

/** What a check sends to write; without anything it is the check's operation with no body. */
export interface WriteRequest {
  readonly operation?: Operation;
  /** The record that the path names: one of the check's own. */
  readonly record?: Held;
  /** The path parameters where they name no record of the check: an id that does not exist. */
  readonly params?: Params;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string;
  /** In place of the media type that the operation takes; `null` says none. */
  readonly mediaType?: string | null;
  readonly credential?: AskOptions['credential'];
  /** The document describes this request, so it must succeed; its answer is then judged by every rule that can. */
  readonly valid?: boolean;
}

/** One reading of a task; `task` is `null` where the answer is no success with a record. */
export interface Poll {
  readonly answer: Answer;
  readonly task: JsonRecord | null;
  readonly status: unknown;
}

/** What came of waiting for a task. */
export interface TaskEnd {
  readonly id: string;
  readonly polls: readonly Poll[];
  readonly last: Poll;
  /** Its last status is `Complete`; otherwise it ended in another state, or did not end in time. */
  readonly complete: boolean;
  /** It did not end before the deadline, or could not be read. */
  readonly late: boolean;
  readonly waitedMs: number;
}

/** What a rule that writes works with. Every question is asked anew; every write is in the journal before it is sent. */
export class WriteContext extends AskContext {
  /** What can be removed for good, and how. */
  readonly removal: Removal;
  #delayObserved = false;

  constructor(
    operation: Operation,
    seeds: { readonly own: number; readonly shared: number },
    private readonly desk: Desk,
    /** The id of the check. */
    private readonly check: string,
    /** The records that the check has for itself, in no order that means anything. */
    readonly records: readonly Held[],
  ) {
    super(operation, desk.world, seeds.own, seeds.shared);
    this.removal = new Removal(this, desk.writer);
  }

  /** The kind of record that the operation writes to. */
  get kind(): RecordKind {
    const kind = this.desk.kindOf(this.operation.id);
    if (kind === null) throw new Error(`${this.operation.id} writes to no kind of record`);
    return kind;
  }

  /** The first of the check's records. */
  get record(): Held {
    const [first] = this.records;
    if (first === undefined) throw new Error(`a rule of ${this.operation.id} asks for no records`);
    return first;
  }

  /** The scope with which a bulk update is about the listed records alone. */
  get listedScope(): string {
    return this.desk.options.bulkScope;
  }

  /** Which look at the target this is; checks that are looked at again are asked one by one. */
  get look(): number {
    return this.desk.look;
  }

  /** How long a read may go on to show what was before, in milliseconds. */
  get windowMs(): number {
    return this.desk.options.consistencyWindowMs;
  }

  override ask(query: Query = {}, options: AskOptions = {}): Promise<Answer> {
    return super.ask(query, { fresh: true, by: this.check, ...options });
  }

  /** The whole merge patch that changes nothing: every member with the value that the record had, but for `changes`. */
  patchFor(record: Held, changes: Fields = {}): Record<string, unknown> {
    return patchOf(this.kind, { ...watchedOf(this.kind, record.before), ...changes });
  }

  /** The fields that updates change, and those that follow them, of a record as it was read. */
  watched(record: JsonRecord): Fields {
    return watchedOf(this.kind, record);
  }

  /** The names of the watched fields in which two readings of a record differ. */
  differing(left: JsonRecord, right: JsonRecord): string[] {
    return differing(watchedOf(this.kind, left), watchedOf(this.kind, right));
  }

  /** Reads a record of the check as it is now; undecided where the read is no success. */
  async read(record: Pick<Held, 'id'>): Promise<JsonRecord> {
    const operation = this.world.operation(this.kind.read);
    const answer = await this.ask({}, { operation, params: byId(operation, record.id) });
    const { json } = answer;
    if (answer.status !== 200 || json.problem !== undefined || !isRecord(json.value)) {
      throw new Undecided(`a record cannot be read: ${answer.summary} (see ${operation.id})`, causeOf(answer));
    }
    return json.value;
  }

  /** Writes. What it may change is in the journal first; undecided where no answer comes. */
  async send(request: WriteRequest = {}): Promise<Answer> {
    const operation = request.operation ?? this.operation;
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
    const answer = await this.#sendWithin(write, text);
    this.note(answer, credential);
    if (answer.failure !== null) throw new Undecided(answer.summary, causeOf(answer));
    const away = awayReason(answer, credential);
    if (away !== null) throw new Undecided(away, causeOf(answer));
    if (answer.status === 403 && credential === 'given') {
      throw new NotApplicable('the target refuses this write with 403');
    }
    return answer;
  }

  /**
   * Reads until what is read is what is waited for, up to the consistency window. A delay that was seen is observed.
   */
  async until<Value>(read: () => Promise<Value>, holds: (value: Value) => boolean): Promise<Waited<Value>> {
    const waited = await waitFor(read, holds, this.windowMs);
    this.desk.delaysSeen ||= waited.reads > 1;
    if (waited.held && waited.reads > 1 && !this.#delayObserved && this.last !== undefined) {
      this.#delayObserved = true;
      this.observe(this.last, `a read shows a write ${waited.waitedMs} ms later`);
    }
    return waited;
  }

  /**
   * Reads the task of a bulk update until it ends or its time is over; `each` is called with every reading, and without
   * it there are no more of them than the last task needed. Undecided where the reference names no task. A task that
   * cannot be read yet is waited for up to the consistency window.
   */
  async pollTask(reference: Answer, each?: (poll: Poll) => void): Promise<TaskEnd> {
    const id = taskOf(reference);
    if (id === null) throw new Undecided('the answer to the bulk update names no task (see bulk.accepted)');
    const operation = this.world.operation(this.kind.bulk.task);
    const params = byId(operation, id);
    const polls: Poll[] = [];
    const start = performance.now();
    const { held, waitedMs } = await waitFor(
      async () => {
        const poll = pollOf(await this.ask({}, { operation, params }));
        if (poll.task !== null) await this.world.session.show({ operation, params, by: this.check }, poll.answer);
        polls.push(poll);
        each?.(poll);
        return poll;
      },
      ({ task }) => isEnded(task) || (task === null && performance.now() - start > this.windowMs),
      this.desk.options.taskTimeoutMs,
      each === undefined ? this.desk.taskRhythm : undefined,
    );
    const last = polls.at(-1) as Poll;
    const ended = held && last.task !== null;
    if (ended) {
      this.desk.writer.ended(id, waitedMs);
      this.provide(operation, params);
    }
    return { id, polls, last, complete: last.status === 'Complete', late: !ended, waitedMs };
  }

  /** Makes known what an operation that takes the id of something written can be asked with, for the checks of it. */
  provide(operation: Operation, params: Params): void {
    this.world.provide(operation, params);
  }

  /** The records of a list that no check has, as they are now: `changed()` tells later which of them are different. */
  others(): Promise<Others> {
    return Others.look(this.desk.pool(this.kind), this.world, this.desk.writer);
  }

  async #sendWithin(write: Write, text: string | undefined): Promise<Answer> {
    const { operation } = write;
    const { writer } = this.desk;
    if (operation.id === this.world.described.removal.operation) return this.removal.send(write);
    const kind = this.desk.kindOf(operation.id);
    if (kind === null) throw new Error(`${operation.id} writes, and nothing is known that undoes it`);
    const body = parsed(text);
    const reach =
      operation.id === kind.update ? await this.#reachOfUpdate(kind, write, body) : await this.#reachOfBulk(kind, body);
    return (await writer.send(write, reach)).answer;
  }

  /** An update is about a record of the check, or about one that does not exist. */
  async #reachOfUpdate(kind: RecordKind, { operation, params }: Write, body: unknown): Promise<Reach> {
    const sent = fieldsOfPatch(kind, body);
    const id = pathParameters(operation).map(({ name }) => params[name] ?? '')[0] ?? '';
    if (this.#holds(id)) return { kind, ids: [id], sent };
    await this.#assertUnknown(kind, id);
    return { kind, ids: [], sent };
  }

  /** A bulk update is about the records that it lists, or, where it does not say so in the usual way, perhaps about all. */
  async #reachOfBulk(kind: RecordKind, body: unknown): Promise<Reach> {
    const sent = fieldsOfBulk(kind, body);
    const scope = valueAt(body, '/scope');
    const listed = valueAt(body, '/ids');
    if (scope === this.listedScope && Array.isArray(listed)) {
      const ids = listed.filter((id): id is string => typeof id === 'string');
      await Promise.all(ids.filter((id) => !this.#holds(id)).map((id) => this.#assertUnknown(kind, id)));
      return {
        kind,
        ids: this.records.filter((one) => ids.some((id) => sameId(one.id, id))).map(({ id }) => id),
        sent,
      };
    }
    if (typeof scope === 'string' && /^all/i.test(scope) && !this.desk.options.allowScopeAll) {
      throw new Error('a bulk update of all records was to be sent, and this run does not allow it');
    }
    const pool = this.desk.pool(kind);
    const all = await pool.wholeOfLate();
    pool.remember(all);
    return { kind, ids: all.map(({ id }) => String(id)), sent, wideBy: this.check };
  }

  async #assertUnknown(kind: RecordKind, id: string): Promise<void> {
    const { answer } = await readById(this.world.session, this.world.operation(kind.read), id);
    if (answer.status === 400 || answer.status === 404) return;
    if (answer.status === 200) throw new Error(`${id} is no record of this check, and was to be written to`);
    throw new Undecided(`whether ${id} exists cannot be told: ${answer.summary}`, causeOf(answer));
  }

  #holds(id: string): boolean {
    return this.records.some((record) => sameId(record.id, id));
  }
}

function pollOf(answer: Answer): Poll {
  const value = answer.status === 200 && answer.json.problem === undefined ? answer.json.value : null;
  const task = isRecord(value) ? value : null;
  return { answer, task, status: task?.status };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
