import type { RecordKind } from '../../contract/types.js';
import type { WireRequest, WireResponse } from '../../engine/client/round-trip.js';
import type { Interface } from '../../engine/session/world.js';
import { type Fields, watchedOf } from '../../engine/writes/record-fields.js';
import { isEnded } from '../../engine/writes/task.js';
import { jsonIn } from '../../faults/bodies.js';
import { isPage } from '../../faults/change.js';
import { type Call, isObject, type JsonObject, jsonOf, withValue } from '../../faults/wire.js';
import type { Calls } from '../calls.js';
import { type Exchange, OF_TRANSPORT, Recording } from '../recording.js';
import { likeness, shapeOf } from './body-shape.js';

/** A write of a run: the call, the JSON value of its body, and the response. */
export interface RecordedWrite {
  readonly call: Call;
  readonly value: unknown;
  readonly response: WireResponse;
}

/** The writes of a run in the order of their responses, and what it read of the records that they name. */
export class RecordedWrites {
  /** The first response to each read, which writes of the run may have changed already. */
  readonly reads: Recording;
  /** By id, the fields of each written record before the first write. */
  readonly originals = new Map<string, Fields>();
  readonly #writes = new Map<string, RecordedWrite[]>();
  /** By operation and id, the last success of a read of what a write has created. */
  readonly #created = new Map<string, Map<string, WireResponse>>();
  /** By id, the records as they were first seen, and by operation the response to a read of one. */
  readonly #records = new Map<string, JsonObject>();
  readonly #models = new Map<string, WireResponse>();
  /** What reads of records, and of what only a write creates, are refused with, by what such a request looks like. */
  readonly #refusals = new Map<string, WireResponse>();
  readonly #creating: ReadonlySet<string>;

  constructor(
    reads: readonly Exchange[],
    late: readonly Exchange[],
    calls: Calls,
    readonly described: Interface,
  ) {
    this.#creating = new Set(
      described.operations
        .filter(({ parameters }) => parameters.some((one) => one.in === 'path' && one.fixture === null))
        .map(({ id }) => id),
    );
    // What a filter or a sort selects may have depended on a write.
    const isPlain = ({ request }: Exchange) => request.method === 'GET' && !/[?&](?:filter|sort)=/.test(request.path);
    this.reads = new Recording(Number.POSITIVE_INFINITY, [...reads, ...late.filter(isPlain)]);
    const written = late.flatMap(({ request, response }) => {
      const call = request.method === 'GET' ? null : calls.read(request);
      return call === null ? [] : [{ call, value: jsonIn(call), response }];
    });
    for (const { request, response } of [...reads, ...late]) {
      const call = request.method === 'GET' ? calls.read(request) : null;
      if (call !== null && response.status === 200) this.#note(call, response);
      else if (call !== null && this.#mayRefuse(call, response))
        this.#refusals.set(refusalKey(call, request), response);
    }
    const named = new Set(written.flatMap((one) => this.idsOf(one.call, one.value)));
    for (const id of this.originals.keys()) if (!named.has(id)) this.originals.delete(id);
    for (const one of written) {
      const key = this.#keyOf(one.call, one.value);
      this.#writes.set(key, [...(this.#writes.get(key) ?? []), one]);
    }
  }

  /** Whether an operation reads what only a write creates. */
  isOfCreated({ operation }: Call): boolean {
    return this.#creating.has(operation);
  }

  kindOf({ operation }: Call): RecordKind | undefined {
    return this.described.kinds.find(({ update, bulk }) => update === operation || bulk.operation === operation);
  }

  /** The ids of the records that a write names. */
  idsOf(call: Call, value: unknown): string[] {
    const kind = this.kindOf(call);
    if (kind?.update === call.operation) return Object.values(call.params);
    return kind !== undefined && isObject(value) && Array.isArray(value.ids) ? value.ids.map(String) : [];
  }

  isKnown(id: string): boolean {
    return this.#records.has(id);
  }

  /** The recorded write whose response a write would get: the most similar one of the same shape; `null` if there is none. */
  nearest(call: Call): RecordedWrite | null {
    const value = jsonIn(call);
    const alike = this.#writes.get(this.#keyOf(call, value)) ?? this.#removals(call);
    let best: RecordedWrite | null = null;
    let most = -1;
    for (const one of alike) {
      const own = one.call.body === call.body ? Number.POSITIVE_INFINITY : likeness(one.value, value);
      if (own > most) [best, most] = [one, own];
    }
    return best;
  }

  /** The removals of more than what a call removes, that were carried out. */
  #removals(call: Call): readonly RecordedWrite[] {
    const { operation, from, removed } = this.described.removal;
    if (call.operation !== operation || !call.credentialed) return [];
    const idsIn = ({ params }: Call) => (params[removed.parameter] ?? '').split(',');
    const isWithin = (one: RecordedWrite) =>
      one.call.params[from.parameter] === call.params[from.parameter] &&
      idsIn(call).every((id) => idsIn(one.call).includes(id));
    return [...this.#writes.values()]
      .flat()
      .filter((one) => one.call.operation === operation && isCarriedOut(one) && isWithin(one));
  }

  /** The response to the read of a record that was listed, but not read; `null` for any other call. */
  listed({ operation, params, credentialed }: Call): WireResponse | null {
    const model = credentialed ? this.#models.get(operation) : undefined;
    const [id = ''] = Object.values(params);
    const record = this.#records.get(id);
    return model === undefined || record === undefined ? null : withValue(model, record);
  }

  /** The response to the read of what a write has created; any other one of the operation if that was not read. */
  created(operation: string, id: string): WireResponse | null {
    const all = this.#created.get(operation);
    const others = [...(all?.values() ?? [])];
    return all?.get(id) ?? others.findLast(isOfEnded) ?? others.at(-1) ?? null;
  }

  /** What a read of a record, or of what only a write creates, is refused with; `null` if none like it was. */
  refusal(call: Call, request: WireRequest): WireResponse | null {
    if (Object.values(call.params).some((id) => this.isKnown(id))) return null;
    return this.#refusals.get(refusalKey(call, request)) ?? null;
  }

  #mayRefuse(call: Call, { status }: WireResponse): boolean {
    if (this.isOfCreated(call)) return true;
    return status >= 400 && status < 500 && this.described.kinds.some(({ read }) => read === call.operation);
  }

  #note(call: Call, response: WireResponse): void {
    const value = jsonOf(response);
    const [id] = Object.values(call.params);
    if (this.isOfCreated(call) && id !== undefined) {
      const all = this.#created.get(call.operation) ?? new Map<string, WireResponse>();
      this.#created.set(call.operation, all);
      const known = all.get(id);
      // A read that was sent earlier may be answered later.
      if (known === undefined || isOfEnded(response) || !isOfEnded(known)) all.set(id, response);
    }
    for (const kind of this.described.kinds) {
      if (call.operation === kind.read && isObject(value)) {
        this.#models.set(kind.read, response);
        this.#keep(kind, value);
      }
      if (call.operation !== kind.list || !isPage(value)) continue;
      for (const item of value.items) if (isObject(item)) this.#keep(kind, item);
    }
  }

  #keep(kind: RecordKind, record: JsonObject): void {
    const id = String(record.id);
    if (!this.#records.has(id)) this.#records.set(id, record);
    this.originals.set(id, { ...watchedOf(kind, record), ...this.originals.get(id) });
  }

  /** What decides how a target answers a write: all but the values in it, and whether the ids in it are known, or UUIDs. */
  #keyOf(call: Call, value: unknown): string {
    const { operation, params, credentialed, mediaType, body } = call;
    const ids = this.idsOf(call, value);
    const known = [...new Set(ids.map((id) => (this.isKnown(id) ? 'known' : isUuid(id) ? 'unknown' : 'malformed')))];
    const count = [Math.min(ids.length, 2), new Set(ids).size === ids.length];
    const path = this.kindOf(call) === undefined ? params : null;
    const shape = value === undefined ? body : shapeOf(value);
    const scope = isObject(value) ? value.scope : undefined;
    return JSON.stringify([operation, credentialed, mediaType, known.toSorted(), count, path, scope, shape]);
  }
}

const isUuid = (id: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

/** All but the id of a refused read: its form, and the credential. */
function refusalKey({ operation, params }: Call, { headers }: WireRequest): string {
  const own = Object.entries(headers).filter(([name]) => !OF_TRANSPORT.has(name.toLowerCase()));
  return JSON.stringify([operation, Object.values(params).every(isUuid), own.toSorted()]);
}

/** Whether a response shows a task that has ended. */
function isOfEnded(response: WireResponse): boolean {
  const value = jsonOf(response);
  return isEnded(isObject(value) ? value : null);
}

/** Whether a recorded write was carried out, as far as its response says. */
export function isCarriedOut({ response }: RecordedWrite): boolean {
  return response.status >= 200 && response.status < 300;
}
