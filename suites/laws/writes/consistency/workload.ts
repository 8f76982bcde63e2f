import fc from 'fast-check';
import { type LostWrite, lostWrites, tornReads } from '../../../../consistency/at-rest.js';
import type { Call, History, Patches } from '../../../../consistency/history.js';
import type { Answer } from '../../../../engine/client/answer.js';
import { pause } from '../../../../engine/session/pause.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { allFlags, type Flags, markersOf, order } from '../bulk/order.js';
import { allEnded } from './all-ended.js';
import { ConcurrentClient } from './client.js';
import { type ListPage, listPagesOf } from './list-pages.js';
import { Recorder } from './recorder.js';

/** How many clients make calls at the same time, and how many each of them makes before the records come to rest. */
const CLIENTS = 6;
const STEPS = 3;
const ROUNDS = 3;
/** How many patches of each record follow one another. */
const TURNS = 4;
/** How long the records are left alone before they are read a last time, at most, in milliseconds. */
const QUIET_MS = 1000;

/** An accepted write that no longer shows once everything came to rest, with the read that shows it. */
export interface Lost extends LostWrite {
  readonly read: Call | undefined;
  /** A read had shown it before: it was undone by itself. */
  readonly wasThere: boolean;
}

/** What concurrent clients did to the records of a check, and what became of it. */
export interface Workload {
  readonly history: History;
  /** When the records came to rest, in the milliseconds of the history. */
  readonly restAt: number;
  readonly lost: readonly Lost[];
  /** The fields that each patch sets to one token. */
  readonly texts: readonly string[];
  /** Why the records cannot be judged; `null` if they can. */
  readonly foreign: string | null;
  /** The response to a call, or the last one of all if it had none. */
  readonly answerTo: (call: Call | undefined) => Answer;
}

/** What a client does next. */
type Step =
  | { readonly kind: 'patch' | 'bulk'; readonly of: number; readonly flags: readonly boolean[] }
  | { readonly kind: 'read' | 'list'; readonly of: number };

/**
 * Several clients read and write the records of a check at the same time: first in situations in which servers are known
 * to lose updates, then at random. Each patch sets all texts to a token of its own.
 */
export async function runWorkload(context: WriteContext): Promise<Workload> {
  const run = new Run(context);
  await run.begin();
  await run.bulkUpdatesTogether();
  await run.patchDuringBulkUpdate();
  await run.patchesInTurn();
  for (let round = 0; round < ROUNDS; round += 1) await run.clientsTogether(round);
  await run.end();
  return run.result;
}

class Run {
  readonly #recorder: Recorder;
  readonly #main: ConcurrentClient;
  readonly #lost: Lost[] = [];
  #lists: readonly ListPage[] = [];
  #bulk = false;
  #restAt = Number.POSITIVE_INFINITY;

  constructor(private readonly context: WriteContext) {
    this.#recorder = new Recorder(context, context.records);
    this.#main = new ConcurrentClient(this.#recorder, 'client 0');
  }

  get result(): Workload {
    const { history, texts, foreign } = this.#recorder;
    return {
      history: this.#recorder.areFlagsOpen ? onlyFields(history, texts) : history,
      restAt: this.#restAt,
      lost: this.#lost,
      texts,
      foreign,
      answerTo: (call) => this.#recorder.answerTo(call),
    };
  }

  /** Finds the lists, and makes sure that an update shows and that bulk updates are accepted. */
  async begin(): Promise<void> {
    const { context } = this;
    const { record } = context;
    const off = allFlags(context, false);
    this.#lists = await listPagesOf(context, record);
    const ids = this.#records.map(({ id }) => id);
    const [first = ''] = markersOf(context);
    this.#bulk = (await context.attempt(() => order(context, { ids, flags: { [first]: false }, rest: off }))) !== null;
    for (const one of this.#records) {
      const patched = await this.#main.patch(one, off);
      if (patched?.outcome !== 'ok') context.inconclusive('an update is not accepted (see updates.effect)');
    }
    const final = await this.#settle();
    const { history } = this.#recorder;
    if (lostWrites(history, final).length > 0)
      context.inconclusive('a single update does not show (see updates.effect)');
  }

  /** Two bulk updates of different flags at the same time: each must leave the flag of the other alone. */
  async bulkUpdatesTogether(): Promise<void> {
    if (!this.#bulk) return;
    const both = this.#newClients(2);
    const markers = markersOf(this.context);
    await allEnded(both.map((client, at) => client.bulkUpdate(this.#records, { [markers[at] ?? '']: true })));
    await this.#settle();
  }

  /** A patch while a bulk update runs, which sets no text and so must leave the token alone. */
  async patchDuringBulkUpdate(): Promise<void> {
    if (!this.#bulk) return;
    const [bulk, patch] = this.#newClients(2);
    const [first = ''] = markersOf(this.context);
    const off = allFlags(this.context, false);
    const patchAll = async () => {
      // The patch is sent a little later, so that the bulk update has begun.
      await pause(5);
      for (const record of this.#records) await patch?.patch(record, off);
    };
    await allEnded([Promise.resolve(bulk?.bulkUpdate(this.#records, { [first]: true })), patchAll()]);
    await this.#settle();
  }

  /** One patch after the other, each with time to show: an update is also lost if only the next one replaces it. */
  async patchesInTurn(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const record of this.#records) await this.#main.patch(record, allFlags(this.context, turn % 2 === 0));
      await this.#settle();
    }
  }

  /** All clients at the same time, each with calls of its own; one of them sends a patch that is not valid. */
  async clientsTogether(round: number): Promise<void> {
    const { context } = this;
    const scripts = fc.sample(fc.array(stepOf(markersOf(context).length), { minLength: STEPS, maxLength: STEPS }), {
      seed: context.sharedSeed + ROUNDS * context.look + round,
      numRuns: CLIENTS,
    });
    const clients = this.#newClients(CLIENTS + 1);
    await allEnded([
      ...clients.slice(0, CLIENTS).map(async (client, index) => {
        for (const step of scripts[index] ?? []) if (!this.#recorder.isFull) await this.#take(client, step);
      }),
      this.#invalidPatch(clients[CLIENTS], round),
    ]);
    await this.#settle();
  }

  /** A last patch and a last bulk update; then the records are left alone for a while, and read again. */
  async end(): Promise<void> {
    const { context } = this;
    const on = allFlags(context, true);
    for (const [at] of this.#records.entries()) await this.#invalidPatch(this.#main, at);
    for (const record of this.#records) await this.#main.patch(record, allFlags(context, false));
    if (this.#bulk) await this.#main.bulkUpdate(this.#records, on);
    await this.#settle();
    this.#restAt = this.#recorder.now;
    await pause(Math.min(QUIET_MS, context.windowMs));
    await this.#settle();
    for (const list of this.#lists) await this.#main.readList(list);
  }

  async #take(client: ConcurrentClient, step: Step): Promise<void> {
    const record = this.#records[step.of % this.#records.length];
    const list = this.#lists[step.of % Math.max(1, this.#lists.length)];
    if (record === undefined) return;
    if (step.kind === 'patch') await client.patch(record, this.#flagsOf(step.flags));
    else if (step.kind === 'bulk' && this.#bulk) {
      const [marker = ''] = markersOf(this.context).slice(step.of % 2);
      await client.bulkUpdate(step.flags[0] ? this.#records : [record], { [marker]: step.flags[1] === true });
    } else if (step.kind === 'list' && list !== undefined) await client.readList(list);
    else await client.read(record);
  }

  async #invalidPatch(client: ConcurrentClient | undefined, round: number): Promise<void> {
    const record = this.#records[round % this.#records.length];
    if (client === undefined || record === undefined || this.#recorder.texts.length === 0) return;
    await client.invalidPatch(record);
    await client.read(record);
  }

  /** Reads the records until no accepted write is missing, up to the consistency window. */
  async #settle(): Promise<Patches> {
    const reader = this.#main;
    const from = this.#recorder.calls.length;
    const readAll = async () => {
      const shown = await this.#readAll(reader);
      this.#recorder.dropRepeatedPolls(from);
      return shown;
    };
    const { value: final, held } = await this.context.until(
      readAll,
      (shown) =>
        lostWrites(this.#recorder.history, shown).length === 0 &&
        tornReads(asRead(shown, this.#recorder.history), this.#recorder.texts).length === 0,
    );
    if (!held) await this.#noteLost(final);
    return final;
  }

  /** Notes the writes that a state at rest has lost; flags only if their values are known. */
  async #noteLost(final: Patches): Promise<void> {
    const { history, texts, areFlagsOpen } = this.#recorder;
    const found = lostWrites(history, final).filter(({ field }) => !areFlagsOpen || texts.includes(field));
    for (const one of found) {
      const reads = history.calls.filter(({ operation }) => operation.kind === 'read' && one.record in operation.shows);
      const set = one.lost.operation.kind === 'write' ? one.lost.operation.sets[one.record]?.[one.field] : undefined;
      const wasThere = reads.some(
        ({ operation, call }) =>
          operation.kind === 'read' &&
          operation.shows[one.record]?.[one.field] === set &&
          call > (one.lost.return ?? Number.POSITIVE_INFINITY),
      );
      this.#lost.push({ ...one, read: reads.at(-1), wasThere });
    }
  }

  async #readAll(client: ConcurrentClient): Promise<Patches> {
    let shown: Patches = {};
    for (const record of this.#records) {
      const ended = await client.read(record);
      if (ended?.operation?.kind === 'read') shown = { ...shown, ...ended.operation.shows };
    }
    return shown;
  }

  #newClients(count: number): ConcurrentClient[] {
    return Array.from({ length: count }, (_, at) => new ConcurrentClient(this.#recorder, `client ${at + 1}`));
  }

  #flagsOf(values: readonly boolean[]): Flags {
    return Object.fromEntries(markersOf(this.context).map((name, at) => [name, values[at] === true]));
  }

  get #records(): readonly Held[] {
    return this.context.records;
  }
}

function stepOf(flags: number): fc.Arbitrary<Step> {
  const of = fc.nat({ max: 11 });
  const values = fc.array(fc.boolean(), { minLength: Math.max(2, flags), maxLength: Math.max(2, flags) });
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('patch' as const), of, flags: values }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('read' as const), of }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('list' as const), of }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('bulk' as const), of, flags: values }) },
  );
}

/** A state as a history with one read of it. */
function asRead(shows: Patches, { initial }: History): History {
  const call = { client: '', operation: { kind: 'read', shows }, call: 0, return: 0, outcome: 'ok' } as const;
  return { initial, calls: [call] };
}

/** A history of some fields alone. */
function onlyFields({ initial, calls }: History, fields: readonly string[]): History {
  const only = (patches: Patches): Patches =>
    Object.fromEntries(
      Object.entries(patches).map(([record, own]) => [
        record,
        Object.fromEntries(Object.entries(own).filter(([name]) => fields.includes(name))),
      ]),
    );
  const reduced = calls.map((call): Call => {
    const { operation } = call;
    return operation.kind === 'write'
      ? { ...call, operation: { ...operation, sets: only(operation.sets) } }
      : { ...call, operation: { ...operation, shows: only(operation.shows) } };
  });
  return { initial: only(initial), calls: reduced };
}
