import { explainsEventually } from './eventual.js';
import { type Call, cellsOf, type History, isWrite, precedes, relevantCalls } from './history.js';
import { type Precedence, SEARCH_LIMIT, searchOrder } from './search.js';

/** The guarantees that a client has for its own session (Terry et al., 1994). */
export const GUARANTEES = ['read your writes', 'monotonic reads', 'monotonic writes', 'writes follow reads'] as const;
export type Guarantee = (typeof GUARANTEES)[number];

/**
 * What a history can be explained with, the strongest first. `causal` is all session guarantees together (Brzezinski
 * et al., 2004).
 */
export const MODELS = ['linearizable', 'sequential', 'causal', ...GUARANTEES, 'eventual'] as const;
export type Model = (typeof MODELS)[number];

/** Whether a model explains a history; `unknown` if the search reached its limit. */
export type Explained = 'yes' | 'no' | 'unknown';

export interface JudgeOptions {
  /** How many states each search may visit. */
  readonly limit?: number;
  /** When the target came to rest, in the milliseconds of the history: reads that begin later show its last state. */
  readonly restAt: number;
}

/** Whether a model explains a history. */
export function explains(model: Model, history: History, options: JudgeOptions): Explained {
  if (model === 'eventual') return explainsEventually(history, options.restAt) ? 'yes' : 'no';
  const { initial } = history;
  const calls = relevantCalls(history);
  const search = (some: readonly Call[], order: Precedence): Explained => {
    const { kind } = searchOrder(initial, some, order, options.limit ?? SEARCH_LIMIT);
    return kind === 'order' ? 'yes' : kind === 'none' ? 'no' : 'unknown';
  };
  if (model === 'linearizable') return search(calls, precedes);
  if (model === 'sequential') return search(calls, inSession);
  // Each client has an order of its own, of all writes and its own reads.
  const order = orderOf(model === 'causal' ? GUARANTEES : [model], history.initial, calls);
  return all(clientsOf(calls).map((client) => () => search(seenBy(client, calls), order)));
}

/** Whether one client made a call before another one; when a call without a response took place is unknown. */
function inSession(one: Call, other: Call): boolean {
  return one.client === other.client && precedes(one, other);
}

/** The precedence that some guarantees demand of the order that each client sees. */
function orderOf(guarantees: readonly Guarantee[], initial: History['initial'], calls: readonly Call[]): Precedence {
  const demands: Readonly<Record<Guarantee, Precedence>> = {
    'read your writes': (one, other) => isWrite(one) && !isWrite(other) && inSession(one, other),
    'monotonic reads': (one, other) => !isWrite(one) && !isWrite(other) && inSession(one, other),
    'monotonic writes': (one, other) => isWrite(one) && isWrite(other) && inSession(one, other),
    'writes follow reads': followsReads(initial, calls),
  };
  const needed = guarantees.map((one) => demands[one]);
  return (one, other) => needed.some((demand) => demand(one, other));
}

/** A write comes after the writes that its client had read before. */
function followsReads(initial: History['initial'], calls: readonly Call[]): Precedence {
  const readBefore = new Map<Call, Set<Call>>();
  const writersOf = uniqueWriters(initial, calls);
  for (const write of calls.filter(isWrite)) {
    const reads = calls.filter((read) => !isWrite(read) && inSession(read, write));
    readBefore.set(write, new Set(reads.flatMap((read) => writersOf(read))));
  }
  return (one, other) => one !== other && readBefore.get(other)?.has(one) === true;
}

/** For each read, the writes that it certainly shows: those that are the only ones to set a value that it shows. */
function uniqueWriters(initial: History['initial'], calls: readonly Call[]): (read: Call) => Call[] {
  const writers = new Map<string, Call[]>();
  const keyOf = (...parts: unknown[]) => JSON.stringify(parts);
  for (const write of calls.filter(isWrite)) {
    for (const { record, field, value } of cellsOf(write)) {
      const key = keyOf(record, field, value);
      writers.set(key, [...(writers.get(key) ?? []), write]);
    }
  }
  return (read) =>
    cellsOf(read).flatMap(({ record, field, value }) => {
      const [only, ...others] = writers.get(keyOf(record, field, value)) ?? [];
      const isInitial = (initial[record]?.[field] ?? null) === value;
      return only === undefined || others.length > 0 || isInitial ? [] : [only];
    });
}

function clientsOf(calls: readonly Call[]): string[] {
  return [...new Set(calls.filter((call) => !isWrite(call)).map(({ client }) => client))];
}

function seenBy(client: string, calls: readonly Call[]): Call[] {
  return calls.filter((call) => isWrite(call) || call.client === client);
}

/** `no` if one of the parts is, and `yes` only if all are. */
function all(parts: readonly (() => Explained)[]): Explained {
  let result: Explained = 'yes';
  for (const part of parts) {
    const one = part();
    if (one === 'no') return 'no';
    if (one === 'unknown') result = 'unknown';
  }
  return result;
}
