import type { Operation, RecordKind } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { causeOf } from '../client/cause.js';
import { AskContext, type AskOptions, assertUsable } from '../session/ask-context.js';
import { isRecord, type JsonRecord, pageOf, walk } from '../session/page.js';
import type { Query } from '../session/seen.js';
import type { Write } from '../session/session.js';
import { Inconclusive, NotApplicable } from '../session/signals.js';
import { valueAt } from '../session/validation.js';
import { type Params, pathParameters } from '../session/world.js';
import type { BulkUpdates } from './bulk-updates.js';
import { Others } from './others.js';
import { byId, readById } from './reading.js';
import { differing, type Fields, fieldsOfBulk, fieldsOfPatch, patchOf, watchedOf } from './record-fields.js';
import type { Held } from './record-pool.js';
import { Removal } from './removal.js';
import { sameId } from './same-id.js';
import { isEnded, taskOf } from './task.js';
import { type Waited, waitFor } from './waiting.js';
import type { WriteCoordinator } from './write-coordinator.js';
import type { Reach } from './writer.js';

/** How much of a filtered list is read to see which records a bulk update with the filter would reach. */
const PAGE = 100;
const PAGES = 20;

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
}

/** One reading of a task; `task` is `null` if the response is not a success with a record. */
export interface Poll {
  readonly answer: Answer;
  readonly task: JsonRecord | null;
  readonly status: unknown;
}

/** The result of waiting for a task. */
export interface TaskEnd {
  readonly id: string;
  readonly polls: readonly Poll[];
  readonly last: Poll;
  /** Its last status is a success; otherwise it ended in another state, or timed out. */
  readonly complete: boolean;
  /** It did not end before the deadline, or could not be read. */
  readonly late: boolean;
  readonly waitedMs: number;
}

/** The context of a write rule. Every request is sent anew; every write is in the journal before it is sent. */
export class WriteContext extends AskContext {
  /** What can be permanently removed, and how. */
  readonly removal: Removal;
  #delayObserved = false;

  constructor(
    operation: Operation,
    seeds: { readonly own: number; readonly shared: number },
    private readonly coordinator: WriteCoordinator,
    /** The id of the check. */
    private readonly check: string,
    /** The records reserved for the check, in no particular order. */
    readonly records: readonly Held[],
  ) {
    super(operation, coordinator.world, seeds.own, seeds.shared);
    this.removal = new Removal(this, coordinator.writer);
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

  /** Reads a record of the check as it is now; inconclusive where the read is no success. */
  async read(record: Pick<Held, 'id'>): Promise<JsonRecord> {
    const operation = this.world.operation(this.kind.read);
    const answer = await this.ask({}, { operation, params: byId(operation, record.id) });
    const { json } = answer;
    if (answer.status !== 200 || json.problem !== undefined || !isRecord(json.value)) {
      throw new Inconclusive(`a record cannot be read: ${answer.summary} (see ${operation.id})`, causeOf(answer));
    }
    return json.value;
  }

  /** Sends a write. The records it may change are in the journal first; inconclusive without a response. */
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
    assertUsable(answer, credential);
    if (answer.status === 403 && credential === 'given') {
      throw new NotApplicable('the target returns 403 for this write');
    }
    return answer;
  }

  /** Reads until the value is the expected one, up to the consistency window. An observed delay is reported. */
  async until<Value>(read: () => Promise<Value>, holds: (value: Value) => boolean): Promise<Waited<Value>> {
    const waited = await waitFor(read, holds, this.windowMs);
    this.coordinator.delaysSeen ||= waited.reads > 1;
    if (waited.held && waited.reads > 1 && !this.#delayObserved && this.last !== undefined) {
      this.#delayObserved = true;
      this.observe(this.last, `a read shows a write ${waited.waitedMs} ms later`);
    }
    return waited;
  }

  /**
   * Reads the task of a bulk update until it ends or times out; `each` is called with every reading, and without it
   * there are no more readings than the last task needed. Inconclusive if the reference names no task. A task that
   * cannot be read yet is awaited up to the consistency window.
   */
  async pollTask(reference: Answer, each?: (poll: Poll) => void): Promise<TaskEnd> {
    const id = taskOf(reference);
    if (id === null) throw new Inconclusive('the response to the bulk update names no task (see bulk.accepted)');
    const operation = this.world.operation(this.kind.bulk.task);
    const params = byId(operation, id);
    const { patience, rhythm } = this.bulk;
    const wait = patience.next();
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
      wait.ms,
      each === undefined ? rhythm : undefined,
    );
    if (!held) patience.recordTimeout(wait, waitedMs);
    const last = polls.at(-1) as Poll;
    const ended = held && last.task !== null;
    if (ended) {
      this.coordinator.writer.ended(id, waitedMs);
      this.provide(operation, params);
    }
    return { id, polls, last, complete: last.status === this.kind.bulk.complete, late: !ended, waitedMs };
  }

  /**
   * Provides the path parameters of an operation that reads the result of a write, for the checks of that operation.
   */
  provide(operation: Operation, params: Params): void {
    this.world.provide(operation, params);
  }

  /** The records of a list that no check uses, as they are now: `changed()` later returns those that differ. */
  others(): Promise<Others> {
    return Others.look(this.coordinator.pool(this.kind), this.world, this.coordinator.writer);
  }

  async #sendWithin(write: Write, text: string | undefined): Promise<Answer> {
    const { operation } = write;
    const { writer } = this.coordinator;
    if (operation.id === this.world.described.removal.operation) return this.removal.send(write);
    const kind = this.coordinator.kindOf(operation.id);
    if (kind === null) throw new Error(`${operation.id} writes, and nothing is known that undoes it`);
    const body = parsed(text);
    const reach =
      operation.id === kind.update ? await this.#reachOfUpdate(kind, write, body) : await this.#reachOfBulk(kind, body);
    return (await writer.send(write, reach)).answer;
  }

  /** An update concerns a record of the check, or one that does not exist. */
  async #reachOfUpdate(kind: RecordKind, { operation, params, mediaType }: Write, body: unknown): Promise<Reach> {
    const sent = fieldsOfPatch(kind, body);
    const id = pathParameters(operation).map(({ name }) => params[name] ?? '')[0] ?? '';
    if (!this.#holds(id)) {
      await this.#assertUnknown(kind, id);
      return { kind, ids: [], sent };
    }
    const isDescribed = mediaType === operation.body?.mediaType && isWellFormedPatch(kind, body);
    return { kind, ids: [id], sent, ...(!isDescribed && { anyValue: Object.values(kind.members) }) };
  }

  /**
   * A bulk update concerns the records that it lists. If it does not list them as documented, some server applies it to
   * all records, so it is sent only if that is allowed.
   */
  async #reachOfBulk(kind: RecordKind, body: unknown): Promise<Reach> {
    const sent = fieldsOfBulk(kind, body);
    const described = hasBooleanFlags(body) ? {} : { anyValue: Object.values(kind.bulk.flags) };
    const ids = listedIds(body, this.listedScope);
    if (ids !== null) {
      await Promise.all(ids.filter((id) => !this.#holds(id)).map((id) => this.#assertUnknown(kind, id)));
      const own = this.records.filter((one) => ids.some((id) => sameId(one.id, id)));
      // Ids that do not exist select nothing, which some servers treat as everything.
      if (own.length > 0) return { kind, ids: own.map(({ id }) => id), sent, ...described };
    }
    if (!this.allowsScopeAll) throw new Inconclusive(NEEDS_SCOPE_ALL);
    const filter = valueAt(body, '/filter');
    if (typeof filter === 'string' && filter !== '') await this.#assertFiltersOwn(kind, filter);
    const pool = this.coordinator.pool(kind);
    const all = await pool.list.recent();
    pool.remember(all);
    // A server that interprets it differently may set the flags to any value.
    const anyValue = valueAt(body, '/scope') === 'All' ? described : { anyValue: Object.values(kind.bulk.flags) };
    return { kind, ids: all.map(({ id }) => String(id)), sent, ...anyValue, wideBy: this.check };
  }

  /**
   * The selection of a filter is read before the write: the write is not sent if the filtered list contains records
   * that are not the check's own. A list that rejects the filter contains none.
   */
  async #assertFiltersOwn(kind: RecordKind, filter: string): Promise<void> {
    const operation = this.world.operation(kind.list);
    const read = async (query: Query) =>
      pageOf(await this.world.session.ask({ operation, params: {}, query, fresh: true }));
    const list = await this.attempt(() => walk(read, { filter }, PAGE, PAGES));
    if (list === null || (!list.partial && list.items.every(({ id }) => this.#holds(String(id))))) return;
    throw new Inconclusive(`the list under the filter ${filter} holds records that are not the check's own`);
  }

  async #assertUnknown(kind: RecordKind, id: string): Promise<void> {
    const { answer } = await readById(this.world.session, this.world.operation(kind.read), id);
    if (answer.status === 400 || answer.status === 404) return;
    if (answer.status === 200) {
      throw new Inconclusive(
        `a read of ${id}, which should not exist, returned 200, so nothing is written to it (see errors.unknown-id)`,
      );
    }
    throw new Inconclusive(`whether ${id} exists cannot be determined: ${answer.summary}`, causeOf(answer));
  }

  #holds(id: string): boolean {
    return this.records.some((record) => sameId(record.id, id));
  }
}

/** Why a bulk update that may affect other records is not sent. */
export const NEEDS_SCOPE_ALL = 'it sends bulk updates that some servers apply to all records: needs --allow-scope-all';

/** The ids that a bulk update lists as documented; `null` if it does not. */
function listedIds(body: unknown, listedScope: string): readonly string[] | null {
  if (!isRecord(body) || body.scope !== listedScope || !Array.isArray(body.ids) || body.ids.length === 0) return null;
  if ('filter' in body || !body.ids.every((id) => typeof id === 'string' && id !== '')) return null;
  return body.ids;
}

/** Whether all flags of a bulk update are present and booleans, so that it has only one interpretation. */
function hasBooleanFlags(body: unknown): boolean {
  const flags = valueAt(body, '/body');
  return (
    isRecord(flags) && Object.keys(flags).length > 0 && Object.values(flags).every((one) => typeof one === 'boolean')
  );
}

/** Whether a body is a merge patch that names every member with a value of a documented type. */
function isWellFormedPatch({ members }: RecordKind, body: unknown): boolean {
  return Object.keys(members).every((pointer) => ['string', 'boolean'].includes(typeof valueAt(body, pointer)));
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
