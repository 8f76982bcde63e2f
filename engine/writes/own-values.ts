import pLimit from 'p-limit';
import type { Operation, RecordKind } from '../../contract/types.js';
import { type Answer, isClientError, isSuccess } from '../client/answer.js';
import { differing } from '../session/differing.js';
import { isRecord, type JsonRecord } from '../session/page.js';
import { NotApplicable } from '../session/signals.js';
import type { World } from '../session/world.js';
import { byId, readById } from './reading.js';
import { type Fields, fieldsOf, isWhole, patchOf, watchedOf } from './record-fields.js';
import { noteRefreshed, refreshedCopies } from './refreshed-copies.js';
import { smallChange } from './small-change.js';
import { waitFor } from './waiting.js';
import type { Writer } from './writer.js';

/** The number of records that do not keep their own values after which no more are tried. */
const REFUSALS = 3;
/** The number of records that reject their own values for their own sake, and stay as they were, after which no more are tried. */
const HARMLESS = 8;
/** The number of records whose updates are a 403 after which no more are tried. */
const FORBIDDEN = 3;
/** Why no write applies, where each is a 403. */
export const FORBIDDEN_WRITES = 'the target returns 403 for writes';
/** What a target may return for some records and not for others: for what they hold, or because they are locked. */
export const OF_SOME_RECORDS: readonly number[] = [400, 409, 422, 423];

/** An update with a record's own values that the target rejected, or that changed the record. */
export interface RejectedValues {
  readonly id: string;
  readonly sent: Fields;
  readonly answer: Answer;
  /** The record afterwards; `null` if it could not be read. */
  readonly now: Fields | null;
}

/** A record as a read shows it, `null` if it cannot be read, and its refreshed copies of texts of other records. */
interface Shown {
  readonly now: Fields | null;
  readonly fresh: Fields;
}

/** Tests whether the target accepts the values that records already have, so that they could be restored. */
export class OwnValues {
  #refusals = 0;
  #harmless = 0;
  /** The number of records that an update with their own values has changed. */
  #damaged = 0;
  #forbidden = 0;
  #refusal: string | null = null;
  /** One record at a time until the target has accepted one: a target that damages what is written to it gets few. */
  readonly #inTurn = pLimit(1);
  #accepted = false;
  /** Whether the target has accepted the values of a record once a flag had another value, and rejected them before. */
  #needsChange = false;
  readonly rejected: RejectedValues[] = [];

  constructor(
    private readonly kind: RecordKind,
    private readonly world: World,
    private readonly writer: Writer,
    private readonly windowMs: number,
    /** Restores a record; whether it has. */
    private readonly restore: (id: string) => Promise<boolean>,
  ) {}

  /** Why no more records are tried; `null` while they are. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** Whether the target has accepted the values of a record. */
  get hasAccepted(): boolean {
    return this.#accepted;
  }

  /** Whether the target has returned 403 for each record that was tried. */
  get isForbidden(): boolean {
    return this.#forbidden > 0 && !this.#accepted && this.rejected.length === 0;
  }

  /**
   * Resets the results before a re-run: results from many concurrent checks are tested again, but not where each test has
   * damaged a record.
   */
  resetForRerun(): void {
    if (this.#damaged >= REFUSALS && !this.#accepted) return;
    this.#refusals = 0;
    this.#harmless = 0;
    this.#refusal = null;
  }

  /**
   * Tests whether the target accepts the values of a record and leaves it unchanged, except for refreshed copies of texts
   * of other records. Returns these copies, or `null` if it does not. Not tried once several records were rejected.
   */
  accepted(id: string, record: JsonRecord): Promise<Fields | null> {
    if (this.#accepted) return this.#tryOut(id, record);
    return this.#inTurn(async () => (this.#refusal === null ? await this.#tryOut(id, record) : null));
  }

  async #tryOut(id: string, record: JsonRecord): Promise<Fields | null> {
    const before = watchedOf(this.kind, record);
    const answer = await this.#send(id, before);
    if (answer.status === 403) return this.#forbid();
    // A read may still show the values before the update, which are the same: the response shows what is stored.
    const promised = await this.#refreshedBy(answer, before);
    const isSame = ({ fresh, now }: Shown) => now !== null && differing({ ...before, ...fresh }, now).length === 0;
    const { value } = await waitFor(
      () => this.#read(id, before),
      (shown) => isSame(shown) && Object.keys(promised).every((name) => name in shown.fresh),
      answer.status < 300 ? this.windowMs : 0,
    );
    const stored = this.#storedBy(answer);
    const damages = stored !== null && differing(before, { ...before, ...stored }).length > 0;
    const taken = isSame(value) && isSuccess(answer) && !damages;
    this.#accepted ||= taken;
    if (taken) {
      noteRefreshed(this.writer.journal, this.kind, id, value.fresh);
      return value.fresh;
    }
    if (answer.status === 400 && isSame(value) && (await this.#acceptsAfterChange(id, before))) return {};
    const now = damages ? { ...before, ...stored } : value.now;
    // What a target does with null is unspecified.
    if (isWhole(this.kind, before)) {
      this.rejected.push({ id, sent: before, answer, now });
      this.#refused(answer, isSame(value));
    }
    return null;
  }

  /**
   * Whether the target accepts the values of a record after another update: it may reject an update that changes nothing.
   * Makes a change and sets it back. Not tried while the target may reject what few records hold, which then could not be
   * restored.
   */
  async #acceptsAfterChange(id: string, before: Fields): Promise<boolean> {
    const isRule = !this.#accepted && this.#harmless >= REFUSALS - 1;
    if (!this.#needsChange && !isRule) return false;
    const changed = { ...before, ...smallChange(this.kind, before) };
    if (!isSuccess(await this.#send(id, changed))) return false;
    const isShown = ({ now }: Shown) => now !== null && differing(changed, now).length === 0;
    // A read may be behind: what follows must not be mixed up with the change.
    const { held } = await waitFor(() => this.#read(id, before), isShown, this.windowMs);
    const again = await this.#send(id, before);
    // A bulk update may restore what updates reject.
    const taken = (await this.restore(id)) && isSuccess(again) && held;
    this.#accepted ||= taken;
    this.#needsChange ||= taken;
    return taken;
  }

  /** Whether the target keeps a text, or none, in a field of a record that has another one, which is restored. */
  async keeps(id: string, record: JsonRecord, field: string, value: string | null): Promise<boolean> {
    const before = watchedOf(this.kind, record);
    const answer = await this.#send(id, { ...before, [field]: value });
    if (isClientError(answer)) return false;
    const { value: shown } = await waitFor(
      () => this.#read(id, before),
      ({ now }) => now !== null && differing(before, now, [field]).length > 0,
      this.windowMs,
    );
    const isRestored = await this.restore(id);
    return isRestored && shown.now !== null && (shown.now[field] ?? null) === value;
  }

  /** Sends an update with these values of a record. */
  async #send(id: string, fields: Fields): Promise<Answer> {
    const operation = this.world.operation(this.kind.update);
    const { answer } = await this.writer.send(
      {
        operation,
        params: byId(operation, id),
        body: JSON.stringify(patchOf(this.kind, fields)),
        mediaType: operation.body?.mediaType ?? 'application/json',
      },
      { kind: this.kind, ids: [id], sent: fields },
    );
    return answer;
  }

  /** Reads a record, and which copies of texts of other records are refreshed since `before`. */
  async #read(id: string, before: Fields): Promise<Shown> {
    this.writer.assertMayWrite();
    const record = await this.#recordOf(this.world.operation(this.kind.read), id);
    if (record === null) return { now: null, fresh: {} };
    const now = watchedOf(this.kind, record);
    return { now, fresh: await this.#refreshed(before, now) };
  }

  /** The copies of texts of other records that the response to an update shows to be refreshed. */
  async #refreshedBy({ json, status }: Answer, before: Fields): Promise<Fields> {
    if (status >= 300 || json.problem !== undefined || !isRecord(json.value)) return {};
    return this.#refreshed(before, { ...before, ...watchedOf(this.kind, json.value) });
  }

  #refreshed(before: Fields, now: Fields): Promise<Fields> {
    return refreshedCopies(this.world, this.kind, before, now, (operation, id) =>
      readById(this.world.session, operation, id),
    );
  }

  async #recordOf(operation: Operation, id: string): Promise<JsonRecord | null> {
    return (await readById(this.world.session, operation, id)).record;
  }

  /** The values in the response to an update, but for those that follow from others; `null` if it has none. */
  #storedBy(answer: Answer): Fields | null {
    const { json } = answer;
    if (!isSuccess(answer) || json.problem !== undefined || !isRecord(json.value)) return null;
    return fieldsOf(this.kind, json.value);
  }

  /** A caller may write to some records and not to others: a few are tried before writes count as forbidden. */
  #forbid(): null {
    this.#forbidden += 1;
    if (this.isForbidden && this.#forbidden >= FORBIDDEN) throw new NotApplicable(FORBIDDEN_WRITES);
    return null;
  }

  #refused(answer: Answer, isUnchanged: boolean): void {
    const { summary, status } = answer;
    // A target that accepts the values of one record rejects those of others for what they hold.
    const isOfSome = OF_SOME_RECORDS.includes(status);
    if (this.#accepted && isOfSome) return;
    // So does one that has accepted none so far, and it does no damage.
    if (isOfSome && isUnchanged) this.#harmless += 1;
    else this.#refusals += 1;
    if (!isUnchanged) this.#damaged += 1;
    if (this.#refusals < REFUSALS && this.#harmless < HARMLESS) return;
    const what = isSuccess(answer) ? 'does not keep' : 'rejects';
    this.#refusal = `the target ${what} the values that a record already has (${summary}), so nothing could be restored`;
  }
}
