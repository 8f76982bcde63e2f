import pLimit from 'p-limit';
import type { RecordKind } from '../../contract/types.js';
import { type Answer, isSuccess } from '../client/answer.js';
import { differing } from '../session/differing.js';
import { isRecord, type JsonRecord } from '../session/page.js';
import { NotApplicable } from '../session/signals.js';
import type { World } from '../session/world.js';
import { byId, readById } from './reading.js';
import { type Fields, fieldsOf, patchOf, watchedOf } from './record-fields.js';
import { waitFor } from './waiting.js';
import type { Writer } from './writer.js';

/** The number of records that reject their own values after which no more are tried. */
const REFUSALS = 3;

/** An update with a record's own values that the target rejected, or that changed the record. */
export interface RejectedValues {
  readonly id: string;
  readonly sent: Fields;
  readonly answer: Answer;
  /** The record afterwards; `null` if it could not be read. */
  readonly now: Fields | null;
}

/** Tests whether the target accepts the values that records already have, so that they could be restored. */
export class OwnValues {
  #refusals = 0;
  #refusal: string | null = null;
  /** One record at a time until the target has accepted one: a target that damages what is written to it gets few. */
  readonly #inTurn = pLimit(1);
  #accepted = false;
  readonly rejected: RejectedValues[] = [];

  constructor(
    private readonly kind: RecordKind,
    private readonly world: World,
    private readonly writer: Writer,
    private readonly windowMs: number,
  ) {}

  /** Why no more records are tried; `null` while they are. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** Resets the results before a re-run: results from many concurrent checks are tested again. */
  resetForRerun(): void {
    this.#refusals = 0;
    this.#refusal = null;
  }

  /** Whether the target accepts the values of a record and leaves it unchanged; not tried once three were rejected. */
  areAccepted(id: string, record: JsonRecord): Promise<boolean> {
    if (this.#accepted) return this.#tryOut(id, record);
    return this.#inTurn(async () => this.#refusal === null && (await this.#tryOut(id, record)));
  }

  async #tryOut(id: string, record: JsonRecord): Promise<boolean> {
    const operation = this.world.operation(this.kind.update);
    const before = watchedOf(this.kind, record);
    const { answer } = await this.writer.send(
      {
        operation,
        params: byId(operation, id),
        body: JSON.stringify(patchOf(this.kind, before)),
        mediaType: operation.body?.mediaType ?? 'application/json',
      },
      { kind: this.kind, ids: [id], sent: before },
    );
    if (answer.status === 403) throw new NotApplicable('the target returns 403 for writes');
    const { held, value } = await waitFor(
      () => {
        this.writer.assertMayWrite();
        return readById(this.world.session, this.world.operation(this.kind.read), id);
      },
      (read) => read.record !== null && differing(before, watchedOf(this.kind, read.record)).length === 0,
      answer.status < 300 ? this.windowMs : 0,
    );
    // A read may still show the values before the update, which are the same: the response shows what is stored.
    const stored = this.#storedBy(answer);
    const damages = stored !== null && differing(before, { ...before, ...stored }).length > 0;
    const taken = held && isSuccess(answer) && !damages;
    this.#accepted ||= taken;
    if (taken) return true;
    const read = value.record === null ? null : watchedOf(this.kind, value.record);
    const now = damages ? { ...before, ...stored } : read;
    this.rejected.push({ id, sent: before, answer, now });
    this.#refused(answer);
    return false;
  }

  /** The values in the response to an update, but for those that follow from others; `null` if it has none. */
  #storedBy(answer: Answer): Fields | null {
    const { json } = answer;
    if (!isSuccess(answer) || json.problem !== undefined || !isRecord(json.value)) return null;
    return fieldsOf(this.kind, json.value);
  }

  #refused({ summary }: Answer): void {
    this.#refusals += 1;
    if (this.#refusals < REFUSALS) return;
    this.#refusal = `the target rejects the values that a record already has (${summary}), so nothing could be restored`;
  }
}
