import type { RecordKind } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { assertUsable } from '../session/ask-context.js';
import { differing } from '../session/differing.js';
import type { JsonRecord } from '../session/page.js';
import type { World } from '../session/world.js';
import type { Candidate } from './candidate.js';
import { DoubtfulTexts } from './doubtful-texts.js';
import type { DoubtfulValues } from './doubtful-values.js';
import type { TouchedRecord } from './journal-state.js';
import type { Leftover } from './leftover.js';
import type { OwnValues } from './own-values.js';
import { type Reading, readById } from './reading.js';
import { type Fields, hasEmptyText, isWhole, missingIn, watchedOf } from './record-fields.js';
import type { RecordLeases } from './record-leases.js';
import { type NullsLearned, removableMembers, worthNaming } from './removable-members.js';
import { waitFor } from './waiting.js';
import type { Writer } from './writer.js';

/** A record reserved for one check, as it was read when the check got it. */
export interface Held {
  readonly id: string;
  readonly before: JsonRecord;
  readonly answer: Answer;
  /** The fields without a value that the check must leave as they are: they might not be removed again. */
  readonly fixed: readonly string[];
  /** Whether an update can restore it; if not, a bulk update can restore its flags. */
  readonly updatable: boolean;
}

/** Tests whether a record can be given to a check: it is as it was, and the target accepts its own values. */
export class RecordProbe {
  /** The records as they were before the run wrote to them, by id. */
  readonly originals = new Map<string, JsonRecord>();
  readonly #texts: DoubtfulTexts;
  #removable: ReadonlySet<string> = new Set();
  /** Restored records that a list still showed with other flags after the consistency window, by id. */
  readonly #changed = new Map<string, JsonRecord>();

  constructor(
    private readonly kind: RecordKind,
    private readonly world: World,
    private readonly writer: Writer,
    private readonly windowMs: number,
    private readonly ownValues: OwnValues,
    /** Restores a record that has changed again after it was restored. */
    private readonly restoreAgain: (record: TouchedRecord) => Promise<Leftover | null>,
    leases: RecordLeases,
    /** The records as they were listed, by id. */
    listed: ReadonlyMap<string, JsonRecord>,
    private readonly doubts: DoubtfulValues,
  ) {
    this.#texts = new DoubtfulTexts(
      kind,
      leases,
      ownValues,
      (id) => this.originals.get(id) ?? listed.get(id),
      doubts,
      (candidate) => this.prepare(candidate, false, null),
    );
  }

  /** Learns what the target does with null for fields that some of the records lack; all of the records are held meanwhile. */
  async learnNulls(records: readonly JsonRecord[], mayRisk: boolean): Promise<NullsLearned> {
    const take = async (id: string) => {
      const { record } = await this.#readOriginal({ id, standing: 'untried' });
      if (record === null || this.isSecret(record)) return null;
      this.remember([{ ...record, id }]);
      return record;
    };
    const means = { ownValues: this.ownValues, take, mayRisk };
    const learned = await removableMembers(this.kind, this.#safest(records, mayRisk), means);
    this.#removable = learned.removable;
    return learned;
  }

  /** The ids of records of which a user has to name all for null to be tried for what they lack; none if they would not do. */
  worthNaming(records: readonly JsonRecord[]): Promise<readonly string[]> {
    // A user copies them to a command line.
    const plain = records.filter(({ id }) => /^[\w-]{1,64}$/.test(String(id)));
    return worthNaming(this.kind, this.#safest(plain, true));
  }

  /**
   * Records without doubtful texts, then the others if that may be risked or there are none: a target that stores no empty text
   * would lose it, and one that stores no long one, too.
   */
  #safest(records: readonly JsonRecord[], mayRisk: boolean): readonly JsonRecord[] {
    const plain = records.filter((record) => this.doubts.countIn(record) === 0);
    if (plain.length > 0 && !mayRisk) return plain;
    return [...plain, ...records.filter((record) => !plain.includes(record) && !hasEmptyText(this.kind, record))];
  }

  /**
   * Reads a record and, once in each run of the checks, tests whether the target accepts its own values; `null` if it
   * cannot be used. `own` are the records that the check gets; `null` if it has begun.
   */
  async prepare(candidate: Candidate, unproven: boolean, own: readonly Candidate[] | null): Promise<Held | null> {
    const { record, answer } = await this.#readOriginal(candidate);
    if (record === null || !this.#isUsable(candidate, record)) {
      candidate.standing = 'lost';
      return null;
    }
    // The record may spell its id otherwise than the list, by which checks know it.
    this.remember([{ ...record, id: candidate.id }]);
    candidate.used = true;
    let fresh: Fields | null = {};
    const updatable = candidate.restores === 'all' || candidate.restores === 'values';
    if (updatable && candidate.standing === 'untried') {
      if (await this.#texts.areLost(record, own)) {
        candidate.standing = 'lost';
        return null;
      }
      if (!unproven && candidate.restores === 'all') {
        fresh = await this.ownValues.accepted(candidate.id, record);
        const refused = isWhole(this.kind, record) ? 'refused' : 'lost';
        candidate.standing = fresh === null ? refused : 'proven';
      }
    }
    if (candidate.standing === 'lost' || (candidate.standing === 'refused' && !unproven)) return null;
    const fixed = candidate.restores === 'values' ? missingIn(this.kind, record) : [];
    return { id: candidate.id, before: { ...record, ...fresh }, answer, fixed, updatable };
  }

  /** Whether the journal has the original values of a record. */
  isRemembered(id: string): boolean {
    return this.writer.journal.state.record(this.kind.id, id) !== undefined;
  }

  /** Whether a record holds a credential, which a journal must not contain. */
  isSecret(record: JsonRecord): boolean {
    return this.writer.isSecret(watchedOf(this.kind, record));
  }

  /** Records the original values in the journal before the records are written to. */
  remember(records: readonly JsonRecord[]): void {
    const { journal } = this.writer;
    const unknown = records.filter(({ id }) => !this.isRemembered(String(id)));
    for (const record of unknown) this.originals.set(String(record.id), record);
    const entries = unknown.map((record) => ({
      type: 'before' as const,
      kind: this.kind.id,
      id: String(record.id),
      fields: watchedOf(this.kind, record),
    }));
    journal.note(...entries);
  }

  /**
   * All records as `read` lists them, once the list shows the restored records as they are: a list may be behind the
   * records, and what it shows would be taken for their values before a check. A read of one record may be behind too, so
   * only the consistency window decides that another client has changed one; that is awaited once for each change.
   */
  async listed(read: () => Promise<JsonRecord[]>): Promise<JsonRecord[]> {
    const { value } = await waitFor(read, (records) => this.#changedIn(records).length === 0, this.windowMs);
    for (const record of this.#changedIn(value)) this.#changed.set(String(record.id), record);
    return value;
  }

  /** The records that the run has restored and that a list shows with other flags, unless that is known to last. */
  #changedIn(records: readonly JsonRecord[]): JsonRecord[] {
    const flags = Object.values(this.kind.bulk.flags);
    return records.filter((record) => {
      const id = String(record.id);
      const known = this.writer.journal.state.record(this.kind.id, id);
      const states = [known?.before, this.#changed.get(id)];
      return (
        known?.writes.length === 0 &&
        states.every((state) => state === undefined || differing(state, record, flags).length > 0)
      );
    });
  }

  /** Reads a record, restored again if the run itself may have changed it; without a record if it is not as it was. */
  async #readOriginal(candidate: Pick<Candidate, 'id' | 'standing'>): Promise<Reading> {
    const known = this.writer.journal.state.record(this.kind.id, candidate.id);
    // A record that could not be restored differs for a known reason.
    const isSettled = known?.writes.length === 0 && candidate.standing !== 'left';
    const original = isSettled ? known.before : undefined;
    const isOriginal = ({ record }: Reading) =>
      original === undefined || (record !== null && differing(original, watchedOf(this.kind, record)).length === 0);
    // A restoration may take some time to show.
    const look = () => waitFor(() => this.#read(candidate.id), isOriginal, this.windowMs);
    let { value, held } = await look();
    if (!held && known !== undefined && this.#maySuspectItself(known, value)) {
      await this.restoreAgain(known);
      ({ value, held } = await look());
    }
    return held ? value : { ...value, record: null };
  }

  /** Whether a record can be restored still, and holds no credential, which a journal must not contain. */
  #isUsable({ restores }: Candidate, record: JsonRecord): boolean {
    if (this.isSecret(record)) return false;
    return restores !== 'all' || isWhole(this.kind, record, this.#removable);
  }

  /**
   * Whether every difference from the original record is a value that the run has sent, to this record or to others.
   */
  #maySuspectItself({ before }: TouchedRecord, { record }: Reading): boolean {
    if (record === null) return false;
    const now = watchedOf(this.kind, record);
    const { state } = this.writer.journal;
    return differing(before, now).every((name) => state.wasSent(this.kind.id, name, now[name]));
  }

  /** Reads a record; inconclusive if the target is unavailable. */
  async #read(id: string): Promise<Reading> {
    const reading = await readById(this.world.session, this.world.operation(this.kind.read), id);
    assertUsable(reading.answer);
    return reading;
  }
}
