import pLimit from 'p-limit';
import type { RecordKind } from '../../contract/types.js';
import { differing } from '../session/differing.js';
import { diverse } from '../session/diverse.js';
import type { JsonRecord } from '../session/page.js';
import { pause } from '../session/pause.js';
import { isSameId } from '../session/same-id.js';
import { Inconclusive, NotApplicable } from '../session/signals.js';
import type { World } from '../session/world.js';
import { Alikeness } from './alikeness.js';
import { type Candidate, candidateOf, isIntact } from './candidate.js';
import { DoubtfulValues } from './doubtful-values.js';
import { withHiddenFields } from './hidden-fields.js';
import type { TouchedRecord } from './journal-state.js';
import type { Leftover } from './leftover.js';
import { firstRecords } from './listed-records.js';
import { FORBIDDEN_WRITES, OwnValues, type RejectedValues } from './own-values.js';
import { hasFlags, isWhole, missingIn } from './record-fields.js';
import { RecordLeases } from './record-leases.js';
import { type Held, RecordProbe } from './record-probe.js';
import { type Claim, countOf, type FewClaim, fitting, tooFew } from './record-selection.js';
import type { Reservations } from './reservations.js';
import { WholeList } from './whole-list.js';
import { writableRecords } from './writable-records.js';
import type { Writer } from './writer.js';

/** So many records that reject their own values are no accident of one of them, and so many are enough for most checks. */
const ENOUGH = 3;

/** So many of the records with many kinds of values are those with the most values. */
const FULL = 2;

/** The number of fields without a value. */
const emptyIn = (record: JsonRecord): number =>
  Object.values(record).filter((value) => value === null || value === undefined || value === '').length;

/**
 * The records of a kind that checks write to: a few chosen ones, each used by one check at a time. If there are too
 * few, checks wait and get them in the order of their requests.
 */
export class RecordPool {
  readonly list: WholeList;
  readonly leases = new RecordLeases();
  readonly #inTurn = pLimit(1);
  readonly #ownValues: OwnValues;
  readonly #probe: RecordProbe;
  #chosen: Promise<void> | undefined;
  #hasLearned = false;
  /** What the records of the first page have in common. */
  #alikeness = new Alikeness([]);
  /** The chosen records as their list shows them, by id. */
  readonly #listed = new Map<string, JsonRecord>();
  readonly #doubts: DoubtfulValues;
  /** The records that one check holds with all others. */
  #heldTogether: readonly Candidate[] = [];

  constructor(
    readonly kind: RecordKind,
    private readonly world: World,
    writer: Writer,
    windowMs: number,
    readonly reservations: Reservations,
    /** Restores a record that has changed again after it was restored. */
    restoreAgain: (record: TouchedRecord) => Promise<Leftover | null>,
    /** Called before records of the kind are written to. */
    private readonly begin: () => Promise<void>,
    /** How late the target may carry out a write that it has accepted, in milliseconds. */
    private readonly delayMs: () => number,
  ) {
    this.list = new WholeList(kind, world, writer, reservations);
    const restore = async (id: string) => {
      const record = writer.journal.state.record(kind.id, id);
      return record !== undefined && (await restoreAgain(record)) === null;
    };
    this.#ownValues = new OwnValues(kind, world, writer, windowMs, restore);
    this.#doubts = new DoubtfulValues(world, kind);
    this.#probe = new RecordProbe(
      kind,
      world,
      writer,
      windowMs,
      this.#ownValues,
      restoreAgain,
      this.leases,
      this.#listed,
      this.#doubts,
    );
  }

  /** Reserves records for a check; inconclusive if too few can be restored, or if the target cannot be read. */
  async claim(claim: Claim): Promise<Held[]> {
    const { count } = claim;
    if (count === 0) return [];
    await this.begin();
    if (count === 'all') return this.#claimAll();
    // Each failed round excludes at least one record, for this claim or for all.
    const tried = new Set<Candidate>();
    for (;;) {
      const taken = await this.#inTurn(() => this.#take({ ...claim, count }, tried));
      const held: Held[] = [];
      try {
        // One after the other: a target may mix up updates that overlap, and would lose each of the records.
        for (const one of this.#plainFirst(taken)) {
          const ready = await this.#probe.prepare(one, claim.unproven, taken);
          if (ready !== null) held.push(ready);
        }
        const at = (id: string) => taken.findIndex((one) => one.id === id);
        if (held.length === taken.length) {
          await this.#awaitLateUpdates();
          return held.toSorted((one, other) => at(one.id) - at(other.id));
        }
      } finally {
        if (held.length < taken.length) this.leases.release(taken);
      }
      for (const candidate of taken) if (!held.some(({ id }) => id === candidate.id)) tried.add(candidate);
    }
  }

  /** An update with the values that a record has shows no effect, and may be carried out after the next write. */
  async #awaitLateUpdates(): Promise<void> {
    const delayMs = this.delayMs();
    if (delayMs > 0) await pause(delayMs);
  }

  /** Records with plain texts first: what the target does with other texts is found out with them. */
  #plainFirst(candidates: readonly Candidate[]): Candidate[] {
    return candidates.toSorted((one, other) => this.#doubtsOf(one) - this.#doubtsOf(other));
  }

  /** The number of doubtful texts and ids of a record. */
  #doubtsOf({ id }: Candidate): number {
    return this.#doubts.countIn(this.#listed.get(id) ?? {});
  }

  /** Returns records to the pool; records that are not restored are not used again. */
  release(held: readonly Held[], left: readonly Leftover[]): void {
    const ids = new Set(held.map(({ id }) => id));
    const own = [...this.leases.candidates].filter(({ id }) => ids.has(id));
    for (const candidate of own) {
      const leftover = left.find(({ id }) => isSameId(id, candidate.id));
      if (leftover !== undefined) candidate.standing = leftover.request === null ? 'lost' : 'left';
    }
    // Nothing else is held beside a check that holds all records.
    this.leases.release([...this.#heldTogether, ...own]);
    this.#heldTogether = [];
  }

  /** Resets results before a re-run: results from many concurrent checks are tested again. */
  resetForRerun(): void {
    this.#ownValues.resetForRerun();
    for (const candidate of this.leases.candidates) {
      if (candidate.standing === 'proven' || candidate.standing === 'refused') candidate.standing = 'untried';
    }
  }

  /**
   * The free records that this run could not restore, if no other record is left in which every field can be restored:
   * then restoring one of them again is worth its time.
   */
  get stranded(): readonly Candidate[] {
    const whole = [...this.leases.candidates].filter(({ chosen, restores }) => chosen && restores === 'all');
    const isOut = ({ standing }: Candidate) => standing === 'left' || standing === 'lost' || standing === 'refused';
    return whole.every(isOut) ? whole.filter(({ standing, held }) => standing === 'left' && !held) : [];
  }

  /** The ids of the records that checks write to, without those that are written to only along with all. */
  get chosenIds(): readonly string[] {
    return [...this.leases.candidates].filter(({ chosen }) => chosen).map(({ id }) => id);
  }

  /** The updates with own values that the target did not accept. */
  get rejectedValues(): readonly RejectedValues[] {
    return this.#ownValues.rejected;
  }

  /** Whether the checks lack records because the target rejects what the records held. */
  get rejectsOwnValues(): boolean {
    const isTheTarget = ({ standing }: Candidate) => standing === 'left' || standing === 'refused';
    return this.#ownValues.refusal !== null || [...this.leases.candidates].some(isTheTarget);
  }

  /** Whether the target has accepted the values of a record. */
  get isWritable(): boolean {
    return this.#ownValues.hasAccepted;
  }

  /** A record as it was before the run wrote to it; `undefined` if the run has not. */
  original(id: string): JsonRecord | undefined {
    return this.#probe.originals.get(id);
  }

  /**
   * Whether the target accepts the own values of some record, or of one with the flags of `like`: free records are tested
   * until it has. `null` if fewer than three records have rejected theirs, which decides nothing: each may have a reason of
   * its own.
   */
  async acceptsOwnValues(like?: JsonRecord): Promise<boolean | null> {
    const flags = Object.values(this.kind.bulk.flags);
    const isAlike = ({ id }: Candidate) =>
      like === undefined || differing(like, this.#listed.get(id) ?? {}, flags).length === 0;
    const candidates = [...this.leases.candidates].filter(
      (one) => one.chosen && one.restores === 'all' && isAlike(one),
    );
    const isProven = () => candidates.some(({ standing }) => standing === 'proven');
    // Their values are sent without knowing whether they can be set back, so plain ones are tried first, and others if there are none.
    const plain = candidates.filter((one) => this.#doubtsOf(one) === 0);
    for (const one of plain.length > 0 ? plain : candidates) {
      if (isProven() || this.#ownValues.refusal !== null) break;
      if (one.held || one.standing !== 'untried') continue;
      this.leases.hold([one]);
      await this.#probe.prepare(one, false, null).finally(() => this.leases.release([one]));
    }
    if (isProven()) return true;
    return this.rejectedValues.length < ENOUGH ? null : false;
  }

  /** Records the original values in the journal before the records are written to. */
  remember(records: readonly JsonRecord[]): void {
    this.#probe.remember(records);
  }

  async #claimAll(): Promise<Held[]> {
    return this.#inTurn(async () => {
      await this.#known();
      await this.reservations.assertNoneOf(this.kind);
      await this.leases.allReturned();
      await this.#awaitLateUpdates();
      const answer = await this.world.plain(this.world.operation(this.kind.list));
      const records = await this.#probe.listed(() => this.list.read());
      this.#assertAllCanBeRestored(records);
      for (const record of records) this.leases.add(candidateOf(this.kind, record, { chosen: false }));
      // A record that is known and not in the list now is held too: the check may reach it.
      this.#heldTogether = [...this.leases.candidates];
      this.leases.hold(this.#heldTogether);
      await this.#rememberAll(records);
      return records.map((before) => ({
        id: String(before.id),
        before,
        answer,
        fixed: [],
        updatable: isWhole(this.kind, before),
      }));
    });
  }

  async #rememberAll(records: readonly JsonRecord[]): Promise<void> {
    const whole = await withHiddenFields(this.world, this.kind, records, ({ id }) =>
      this.#probe.isRemembered(String(id)),
    );
    if (whole.some((record) => this.#probe.isSecret(record)))
      throw new Inconclusive('a record holds a credential of this run, which no journal may hold');
    this.remember(whole);
  }

  #assertAllCanBeRestored(records: readonly JsonRecord[]): void {
    const { fixture, id } = this.kind;
    if (this.#isNamed) {
      throw new Inconclusive(`--fixture ${fixture} names the only ${id} records that may be written to`);
    }
    const odd = records.filter((record) => !hasFlags(this.kind, record));
    if (odd.length > 0) {
      throw new Inconclusive(
        `${odd.length} ${id} record${odd.length === 1 ? ' holds' : 's hold'} a flag that is neither true nor false, which could not be restored`,
      );
    }
  }

  async #take(claim: FewClaim, tried: ReadonlySet<Candidate>): Promise<Candidate[]> {
    await this.#known();
    for (;;) {
      // One of the records that another check holds may be the only one that is like a record, or of a kind.
      if (claim.prefers !== undefined) await this.leases.allReturned();
      const { refusal } = this.#ownValues;
      // Bulk updates can set back the flags of records that lack a value, to which no update is sent.
      if (refusal !== null && !claim.unproven && !claim.flagsOnly) throw new Inconclusive(refusal);
      const fit = fitting(this.leases.candidates, claim).filter((candidate) => !tried.has(candidate));
      if (!claim.flagsOnly && fit.length < Math.min(claim.count, ENOUGH) && (await this.#learnNulls())) continue;
      const count = countOf(claim, fit.length);
      if (fit.length < count) throw await this.#tooFew(count, fit.length);
      const free = fit.filter(({ held }) => !held);
      if (free.length >= count) {
        const taken = this.#preferred(claim, free, count);
        this.leases.hold(taken);
        return taken;
      }
      await this.leases.change();
    }
  }

  /**
   * Learns, once, what the target does with null for the values that records lack, since few records lack none; whether that
   * makes more records usable.
   */
  async #learnNulls(): Promise<boolean> {
    const lacking = [...this.leases.candidates].filter((one) => one.chosen && one.restores === 'flags');
    if (this.#hasLearned || lacking.length === 0) return false;
    this.#hasLearned = true;
    // Checks that hold records do not wait for more.
    await this.leases.allReturned();
    const chosen = [...this.leases.candidates].filter((one) => one.chosen && isIntact(one));
    this.leases.hold(chosen);
    const records = chosen.map(({ id }) => this.#listed.get(id)).filter((record) => record !== undefined);
    const { removable, stable } = await this.#probe
      .learnNulls(records, this.#isNamed)
      .finally(() => this.leases.release(chosen));
    // They are used after those that lack nothing.
    for (const one of lacking) {
      if (isWhole(this.kind, this.#listed.get(one.id) ?? {}, removable)) [one.restores, one.doubtful] = ['all', true];
      else if (stable.has(one.id)) [one.restores, one.doubtful] = ['values', true];
    }
    return lacking.some(({ restores }) => restores !== 'flags');
  }

  /** Whether the user names the only records that may be written to. */
  get #isNamed(): boolean {
    return this.world.session.target.fixtures[this.kind.fixture] !== undefined;
  }

  async #tooFew(wanted: number, found: number): Promise<Inconclusive | NotApplicable> {
    if (this.#ownValues.isForbidden) return new NotApplicable(FORBIDDEN_WRITES);
    const earlier = await this.reservations.leftBehind(this.kind);
    const candidates = [...this.leases.candidates];
    const own = candidates.filter(({ standing }) => standing === 'left').length;
    const lacking = candidates.filter((one) => one.chosen && ['values', 'flags'].includes(one.restores));
    const missing = lacking.map(({ id }) => missingIn(this.kind, this.#listed.get(id) ?? {}));
    const inEach = missing[0]?.filter((name) => missing.every((own) => own.includes(name))) ?? [];
    const known = lacking.map(({ id }) => this.#listed.get(id)).filter((record) => record !== undefined);
    const worth = this.#isNamed ? [] : await this.#probe.worthNaming(known);
    const atRisk = candidates.filter((one) => one.standing === 'lost' && this.#doubtsOf(one) > 0).length;
    const cause = earlier + own > 0 ? 'unrestored' : null;
    return new Inconclusive(
      tooFew(this.kind, { wanted, found, earlier, own, lacking: lacking.length, inEach, worth, atRisk }),
      cause,
    );
  }

  #preferred({ prefers, again }: FewClaim, free: readonly Candidate[], count: number): Candidate[] {
    const known = free.filter(({ id }) => again?.includes(id));
    if (known.length >= count) return known.slice(0, count);
    if (prefers === 'alike') return this.#alikeness.choose(free, count);
    if (prefers === undefined) return free.slice(0, count);
    const listed = free.map(({ id }) => this.#listed.get(id) ?? { id });
    // A field that a write empties shows only in records that have a value of it, and by chance alone in one of them.
    const full = listed.toSorted((one, other) => emptyIn(one) - emptyIn(other)).slice(0, Math.min(FULL, count - 1));
    const best = new Set([...full, ...diverse(listed, count - full.length, full)].map(({ id }) => String(id)));
    return free.filter(({ id }) => best.has(id));
  }

  #known(): Promise<void> {
    this.#chosen ??= this.#choose();
    return this.#chosen;
  }

  async #choose(): Promise<void> {
    const records = await this.reservations.choose(this.kind, (avoided) =>
      writableRecords(this.world, this.kind, avoided, this.#doubts),
    );
    this.#alikeness = new Alikeness(await firstRecords(this.world, this.kind));
    for (const record of records) {
      this.#listed.set(String(record.id), record);
      const doubtful = await this.#doubts.isDoubtful(record);
      this.leases.add(candidateOf(this.kind, record, { chosen: true, doubtful }));
    }
  }
}
