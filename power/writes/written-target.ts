import type { RecordKind } from '../../contract/types.js';
import type { RoundTrip, WireRequest, WireResponse } from '../../engine/client/round-trip.js';
import { type Fields, fieldsOfBulk, fieldsOfPatch } from '../../engine/writes/record-fields.js';
import { jsonIn } from '../../faults/bodies.js';
import { isPage, mapped } from '../../faults/change.js';
import { type Call, isObject, type JsonObject, jsonOf, withText, withValue } from '../../faults/wire.js';
import type { Calls } from '../calls.js';
import { lacking } from '../recording.js';
import { isCarriedOut, type RecordedWrite, type RecordedWrites } from './recorded-writes.js';

/** A bulk update that this target has accepted. */
interface Started {
  readonly recorded: RecordedWrite;
  readonly recordedId: string;
  readonly ids: readonly string[];
}

/**
 * A model of the target that a run has written to: it answers each write like the most similar one of the recording, and
 * reads show its effect on the records of the recording. What the recording cannot tell is lacking.
 */
export class WrittenTarget {
  /** By id, the fields of the records that were written to. */
  readonly #fields: Map<string, Fields>;
  /** By the path of a removal without the removed ids, what was removed. */
  readonly #removed = new Map<string, Set<string>>();
  readonly #started = new Map<string, Started>();

  constructor(
    private readonly recorded: RecordedWrites,
    private readonly calls: Calls,
    /** Answers reads, as of before the first write. */
    private readonly source: RoundTrip,
    /** The scope of bulk updates that change the listed records. */
    private readonly listedScope: string,
  ) {
    this.#fields = new Map(recorded.originals);
  }

  readonly roundTrip: RoundTrip = (request) => this.#answer(request, true);

  /** Answers writes as `roundTrip` does, without an effect. */
  readonly unapplied: RoundTrip = (request) => this.#answer(request, false);

  /** The operation that reads the task of a call, if this target has started it. */
  taskOperationOf({ params }: Call): string | undefined {
    const [id = ''] = Object.values(params);
    const started = this.#started.get(id);
    return started === undefined ? undefined : this.recorded.kindOf(started.recorded.call)?.bulk.task;
  }

  async #answer(request: WireRequest, applied: boolean): Promise<WireResponse> {
    const call = this.calls.read(request);
    if (call === null) return lacking(request);
    if (request.method === 'GET') return this.#read(call, request);
    const found = this.recorded.nearest(call);
    if (found === null) return lacking(request);
    if (!isCarriedOut(found)) return found.response;
    const kind = this.recorded.kindOf(call);
    if (kind === undefined) return this.#remove(call, found, applied);
    if (kind.update === call.operation) return this.#update(kind, call, { request, found, applied });
    return this.#updateAll(kind, call, { request, found, applied });
  }

  async #read(call: Call, request: WireRequest): Promise<WireResponse> {
    const [id = ''] = Object.values(call.params);
    const started = call.credentialed ? this.#started.get(id) : undefined;
    if (this.recorded.isOfCreated(call)) {
      const created = started === undefined ? null : this.#created(call.operation, id, started);
      return created ?? this.recorded.refusal(call, request) ?? this.source(request);
    }
    const reply = await this.source(request);
    const value = jsonOf(reply);
    if (isPage(value)) {
      const removed = this.#removed.get(call.operation === this.recorded.described.removal.list ? id : '');
      if (removed !== undefined && Number(value.pagination.total_pages ?? 1) > 1) return lacking(request);
      const left = removed ? without(value, removed) : value;
      const items = mapped(left.items, (item) => this.#asNow(item));
      return withValue(reply, items === left.items ? left : { ...left, items });
    }
    return reply.status === 200 ? withValue(reply, this.#asNow(value)) : reply;
  }

  /** A record with the fields that it has now; anything else as it is. */
  #asNow(value: unknown): unknown {
    const fields = isObject(value) && typeof value.id === 'string' ? this.#fields.get(value.id) : undefined;
    if (!isObject(value) || fields === undefined) return value;
    const changed = Object.entries(fields).filter(([name, now]) => name in value && value[name] !== now);
    return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
  }

  async #update(
    kind: RecordKind,
    call: Call,
    { request, found, applied }: { request: WireRequest; found: RecordedWrite; applied: boolean },
  ): Promise<WireResponse> {
    const [id = ''] = Object.values(call.params);
    const answered = jsonOf(found.response);
    const now = { ...this.#fields.get(id), ...effectOf(kind, jsonIn(call), found) };
    const read: Call = { operation: kind.read, params: call.params, query: [], credentialed: true };
    const record = jsonOf(await this.source(this.calls.write(read, request)));
    if (applied) this.#fields.set(id, now);
    if (!isObject(answered) || !isObject(record)) return found.response;
    const members = Object.keys(answered).map((name) => {
      const known = name in now ? now : name in record ? record : answered;
      return [name, (known as JsonObject)[name]];
    });
    return withValue(found.response, Object.fromEntries(members));
  }

  #updateAll(
    kind: RecordKind,
    call: Call,
    { request, found, applied }: { request: WireRequest; found: RecordedWrite; applied: boolean },
  ): WireResponse | Promise<WireResponse> {
    const value = jsonIn(call);
    const answered = jsonOf(found.response);
    const recordedId = isObject(answered) && typeof answered.id === 'string' ? answered.id : '';
    const selects = isObject(value) && value.scope === this.listedScope && value.filter === undefined;
    if (!selects || recordedId === '') return lacking(request);
    const ids = this.recorded.idsOf(call, value).filter((id) => this.recorded.isKnown(id));
    const flags = fieldsOfBulk(kind, value);
    if (applied) for (const id of ids) this.#fields.set(id, { ...this.#fields.get(id), ...flags });
    const id = newId(recordedId, this.#started.size + 1);
    this.#started.set(id, { recorded: found, recordedId, ids: this.recorded.idsOf(call, value) });
    return withId(found.response, recordedId, id);
  }

  /** The task or the summary of a bulk update that this target has accepted. */
  #created(operation: string, id: string, { recorded, recordedId, ids }: Started): WireResponse | null {
    const found = this.recorded.created(operation, recordedId);
    const value = found === null ? undefined : jsonOf(found);
    if (found === null || !isObject(value)) return found;
    const reply = withId(found, typeof value.id === 'string' ? value.id : recordedId, id);
    const { successCount } = value;
    const before = this.recorded.idsOf(recorded.call, recorded.value);
    if (typeof successCount !== 'number' || before.length === ids.length) return reply;
    return withValue(reply, { ...value, successCount: successCount + ids.length - before.length });
  }

  #remove(call: Call, { response }: RecordedWrite, applied: boolean): WireResponse {
    const { from, removed } = this.recorded.described.removal;
    const parent = call.params[from.parameter] ?? '';
    const ids = (call.params[removed.parameter] ?? '').split(',');
    if (applied) this.#removed.set(parent, new Set([...(this.#removed.get(parent) ?? []), ...ids]));
    return response;
  }
}

/** The fields that an update sets: as sent, or as the target stored the same value in the recorded update. */
function effectOf(kind: RecordKind, body: unknown, { value, response }: RecordedWrite): Fields {
  const record = jsonOf(response);
  const stored: JsonObject = isObject(record) ? record : {};
  const recorded = fieldsOfPatch(kind, value);
  const sent = fieldsOfPatch(kind, body);
  const effect = Object.fromEntries(
    Object.entries(sent).map(([name, own]) => [name, recorded[name] === own && name in stored ? stored[name] : own]),
  );
  const follows = kind.follows.filter((name) => name in stored).map((name) => [name, stored[name]]);
  return { ...Object.fromEntries(follows), ...effect };
}

/** A page without some of its items, and with totals that fit. */
function without(
  page: JsonObject & { readonly items: readonly unknown[]; readonly pagination: JsonObject },
  ids: ReadonlySet<string>,
) {
  const items = page.items.filter((item) => !isObject(item) || !ids.has(String(item.id)));
  const { total_items: total, page_size: size } = page.pagination;
  if (typeof total !== 'number' || typeof size !== 'number') return { ...page, items };
  const left = total - (page.items.length - items.length);
  return { ...page, items, pagination: { ...page.pagination, total_items: left, total_pages: Math.ceil(left / size) } };
}

function newId(model: string, count: number): string {
  const end = count.toString(16).padStart(6, '0');
  return `${model.slice(0, -end.length)}${end}`;
}

/** A response that names another id instead of one of the recording. */
function withId(response: WireResponse, recorded: string, id: string): WireResponse {
  return withText(response, response.body.toString('utf8').replaceAll(recorded, id));
}
