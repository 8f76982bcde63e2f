import { distinctPolls } from '../../../../consistency/distinct-polls.js';
import type { Call, History, Operation, Patches, Value } from '../../../../consistency/history.js';
import { type Answer, isClientError } from '../../../../engine/client/answer.js';
import { isRecord, type JsonRecord } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { sameValue } from '../../same-value.js';
import { brief, type Expected, isSuccess } from '../compare.js';
import { flagFields, textFields } from '../merge-patch/changes.js';

/** How many calls may concern one record before the clients stop; what follows needs about 20 more. */
const ENOUGH_CALLS = 80;

/** The 4xx with which a gateway may answer a request that the server behind it carries out all the same. */
const MAY_BE_CARRIED_OUT = new Set([408, 425, 429, 499]);

/** How a call ended: its response, and what it did or showed; `null` without a response that could be used. */
export interface Ended {
  readonly answer: Answer;
  readonly operation?: Operation;
  readonly outcome: Call['outcome'];
}

/** Records the calls of concurrent clients on the records of a check as one history. */
export class Recorder {
  readonly calls: Call[] = [];
  /** Why the records cannot be judged: another client has changed them. */
  foreign: string | null = null;
  /** A flag may have any value, because a patch with an invalid one was accepted. */
  #flagsAreOpen = false;
  /** Why a client gave up, which ends the calls of all others; `null` as long as none has. */
  #failure: { readonly error: unknown } | null = null;
  readonly #answers = new Map<string, Answer>();
  readonly #start = performance.now();
  #tokens = 0;

  constructor(
    readonly context: WriteContext,
    readonly records: readonly Held[],
  ) {}

  /** The fields that patches set to a token of their own. */
  get texts(): string[] {
    return textFields(this.context);
  }

  /** The calls so far, on the fields that they set. */
  get history(): History {
    const initial = Object.fromEntries(this.records.map(({ id, before }) => [id, this.#shown(before)]));
    return { initial, calls: [...this.calls] };
  }

  /** The milliseconds since the first call could begin. */
  get now(): number {
    return performance.now() - this.#start;
  }

  /** Whether there are enough calls for one of the records. */
  get isFull(): boolean {
    return this.records.some(({ id }) => this.calls.filter((call) => concerns(call, id)).length >= ENOUGH_CALLS);
  }

  /** A text that the run sends only once. */
  token(): string {
    this.#tokens += 1;
    return `touchstone ${this.context.seed.toString(36)} ${this.context.look} ${this.#tokens}`;
  }

  /** The response to a call, or the last one of all if it had none. */
  answerTo(call: Call | undefined): Answer {
    const answer = (call && this.#answers.get(keyOf(call))) ?? this.context.last;
    if (answer === undefined) throw new Error('a call is judged that has no response');
    return answer;
  }

  /**
   * Records one call of a client; returns `null` without a usable response. Once a call of any client has thrown, such
   * as a write that the credential does not allow, it sends nothing any more and throws the same.
   */
  async record(client: string, begun: Operation, send: () => Promise<Ended>): Promise<Ended | null> {
    if (this.#failure !== null) throw this.#failure.error;
    const from = this.now;
    const ended = await this.context.attempt(send).catch((error: unknown) => {
      this.#failure ??= { error };
      throw error;
    });
    const outcome = ended?.outcome ?? 'unknown';
    const operation = ended?.operation ?? begun;
    // A read without a response shows nothing.
    if (operation.kind === 'read' && ended === null) return null;
    const call = { client, operation, call: from, return: outcome === 'unknown' ? null : this.now, outcome };
    this.calls.push(call);
    if (ended !== null) this.#answers.set(keyOf(call), ended.answer.excerpt);
    return ended;
  }

  /** Keeps of the polls since the first `from` calls only those that say something. */
  dropRepeatedPolls(from: number): void {
    const polls = this.calls.splice(from);
    const kept = new Set(distinctPolls(polls, this.isFull));
    this.calls.push(...kept);
    for (const poll of polls) if (!kept.has(poll)) this.#answers.delete(keyOf(poll));
  }

  /** What records of a response show, of those that the run owns. */
  shows(records: readonly JsonRecord[]): Patches {
    const own = this.records.flatMap((held) => {
      const record = records.find(({ id }) => isSameId(id, held.id));
      if (record === undefined) return [];
      this.#notice(held, record);
      return [[held.id, this.#shown(record)] as const];
    });
    return Object.fromEntries(own);
  }

  /** From now on flags are not judged. */
  openFlags(): void {
    this.#flagsAreOpen = true;
  }

  get areFlagsOpen(): boolean {
    return this.#flagsAreOpen;
  }

  #shown(record: JsonRecord): Record<string, Value> {
    const names = [...this.texts, ...flagFields(this.context)].filter((name) => Object.hasOwn(record, name));
    return Object.fromEntries(names.map((name) => [name, asValue(record[name])]));
  }

  /** The run sets some fields only to the value that they had. */
  #notice({ before, id }: Held, now: JsonRecord): void {
    const judged = new Set([...this.texts, ...flagFields(this.context)]);
    const others = Object.keys(this.context.watched(before)).filter((name) => !judged.has(name) && name in now);
    const changed = others.find((name) => !sameValue(name, before[name], now[name]));
    if (changed !== undefined) {
      this.foreign ??= `${changed} of ${id} has become ${brief(now[changed])}, which the run has not sent`;
    }
  }
}

/** How a write ended, by its response. */
export function endOf(answer: Answer): Ended {
  const isRejected = isClientError(answer) && !MAY_BE_CARRIED_OUT.has(answer.status);
  return { answer, outcome: isSuccess(answer) ? 'ok' : isRejected ? 'failed' : 'unknown' };
}

/** Fields with values as a history has them. */
export function asValues(fields: Expected): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asValue(value)]));
}

function asValue(value: unknown): Value {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
  return isScalar ? (value as Value) : isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : null;
}

/** What identifies a call in every part of a history: a client makes one at a time. */
function keyOf({ client, call }: Call): string {
  return `${client} ${call}`;
}

function concerns({ operation }: Call, id: string): boolean {
  return id in (operation.kind === 'write' ? operation.sets : operation.shows);
}
