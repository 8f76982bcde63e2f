import type { RecordKind } from '../../contract/types.js';
import { type Answer, isSuccess } from '../client/answer.js';
import { differing } from '../session/differing.js';
import type { JsonRecord } from '../session/page.js';
import { NotApplicable } from '../session/signals.js';
import type { World } from '../session/world.js';
import { byId, readById } from './reading.js';
import { patchOf, watchedOf } from './record-fields.js';
import { waitFor } from './waiting.js';
import type { Writer } from './writer.js';

/** The number of records that reject their own values after which no more are tried. */
const REFUSALS = 3;

/** Tests whether the target accepts the values that records already have, so that they could be restored. */
export class OwnValues {
  #refusals = 0;
  #refusal: string | null = null;

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

  /** Whether the target accepts the values of a record and leaves it unchanged. */
  async areAccepted(id: string, record: JsonRecord): Promise<boolean> {
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
    const { held } = await waitFor(
      () => {
        this.writer.assertMayWrite();
        return readById(this.world.session, this.world.operation(this.kind.read), id);
      },
      (read) => read.record !== null && differing(before, watchedOf(this.kind, read.record)).length === 0,
      answer.status < 300 ? this.windowMs : 0,
    );
    const taken = held && isSuccess(answer);
    if (!taken) this.#refused(answer);
    return taken;
  }

  #refused({ summary }: Answer): void {
    this.#refusals += 1;
    if (this.#refusals < REFUSALS) return;
    this.#refusal = `the target rejects the values that a record already has (${summary}), so nothing could be restored`;
  }
}
