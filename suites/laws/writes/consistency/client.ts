import type { Patches } from '../../../../consistency/history.js';
import { pageOf } from '../../../../engine/session/page.js';
import { recordIn } from '../../../../engine/session/record-in.js';
import { byId } from '../../../../engine/writes/reading.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import { allFlags, bodyOf, type Flags, fieldsOfFlags, send } from '../bulk/order.js';
import { isSuccess } from '../compare.js';
import type { ListPage } from './list-pages.js';
import { asValues, type Ended, endOf, type Recorder } from './recorder.js';

/** How the history names a bulk update. */
export const BULK_UPDATE = 'bulk update';

/** One of the concurrent clients: it makes one call at a time, and each is recorded. */
export class ConcurrentClient {
  #generation = 1;

  constructor(
    private readonly recorder: Recorder,
    private readonly name: string,
  ) {}

  /** Sends a patch with a token in each text, and these flags. */
  async patch(record: Held, flags: Flags): Promise<Ended | null> {
    const { context } = this.recorder;
    const fields = { ...this.#tokens(), ...fieldsOfFlags(context, flags) };
    return this.#write('update', { [record.id]: asValues(fields) }, async () => {
      const operation = context.world.operation(context.kind.update);
      return endOf(await context.send({ operation, record, body: context.patchFor(record, fields) }));
    });
  }

  /** Sends a patch that is not valid, because a flag is no boolean: its texts must not show if it is refused. */
  async invalidPatch(record: Held): Promise<void> {
    const { context } = this.recorder;
    const texts = this.#tokens();
    const [flag = ''] = Object.values(context.kind.bulk.flags);
    await this.#write('update', { [record.id]: asValues(texts) }, async () => {
      const operation = context.world.operation(context.kind.update);
      const body = context.patchFor(record, { ...texts, [flag]: 'touchstone' });
      const ended = endOf(await context.send({ operation, record, body }));
      if (ended.outcome === 'failed') return ended;
      this.recorder.openFlags();
      return { ...ended, outcome: 'unknown' };
    });
  }

  /** Reads a record by its id. */
  async read(record: Held): Promise<Ended | null> {
    const { context } = this.recorder;
    const operation = context.world.operation(context.kind.read);
    return this.recorder.record(this.#session, { kind: 'read', shows: {} }, async () => {
      const answer = await context.ask({}, { operation, params: byId(operation, record.id) });
      const found = recordIn(answer);
      if (found === null) return context.inconclusive(`a record cannot be read: ${answer.summary}`);
      return { answer, outcome: 'ok', operation: { kind: 'read', shows: this.recorder.shows([found]) } };
    });
  }

  /** Reads the page of a list that shows one of the records. */
  async readList({ operation, params, query, name }: ListPage): Promise<Ended | null> {
    const { context } = this.recorder;
    return this.recorder.record(this.#session, { kind: 'read', shows: {} }, async () => {
      const page = pageOf(await context.ask(query, { operation, params }));
      const shows = this.recorder.shows(page.items);
      return { answer: page.answer, outcome: 'ok', operation: { kind: 'read', shows, from: name } };
    });
  }

  /** Sends a bulk update and waits for its task: it lasts until the task is first read as complete. */
  async bulkUpdate(records: readonly Held[], flags: Flags): Promise<Ended | null> {
    const { context } = this.recorder;
    const sent = context.bulk.needsAllFlags ? { ...allFlags(context, false), ...flags } : flags;
    const fields = asValues(fieldsOfFlags(context, sent));
    const ids = records.map(({ id }) => id);
    return this.#write(BULK_UPDATE, Object.fromEntries(ids.map((id) => [id, fields])), async () => {
      const { answer, end } = await send(context, bodyOf(context, ids, sent));
      if (!isSuccess(answer)) return endOf(answer);
      return { answer, outcome: end?.complete === true ? 'ok' : 'unknown' };
    });
  }

  async #write(by: string, sets: Patches, run: () => Promise<Ended>): Promise<Ended | null> {
    const ended = await this.recorder.record(this.#session, { kind: 'write', sets, by }, run);
    // Nobody knows when a write without a response takes effect, so what follows is no longer the same session.
    if (ended === null || ended.outcome === 'unknown') this.#generation += 1;
    return ended;
  }

  get #session(): string {
    return this.#generation === 1 ? this.name : `${this.name}, session ${this.#generation}`;
  }

  #tokens(): Record<string, string> {
    const token = this.recorder.token();
    return Object.fromEntries(this.recorder.texts.map((name) => [name, token]));
  }
}
