import pLimit from 'p-limit';
import type { RecordKind } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { assertUsable } from '../session/ask-context.js';
import type { JsonRecord } from '../session/page.js';
import { Inconclusive } from '../session/signals.js';
import type { World } from '../session/world.js';
import type { TouchedRecord } from './journal-state.js';
import type { Leftover } from './leftover.js';
import { OwnValues } from './own-values.js';
import { type Reading, readById } from './reading.js';
import { differing, hasFlags, isWhole, watchedOf } from './record-fields.js';
import type { Reservations } from './reservations.js';
import { waitFor } from './waiting.js';
import { WholeList } from './whole-list.js';
import { writableRecords } from './writable-records.js';
import type { Writer } from './writer.js';

/** A record reserved for one check, as it was read when the check got it. */
export interface Held {
  readonly id: string;
  readonly before: JsonRecord;
  readonly answer: Answer;
}

/** What a check needs of the records of a kind. */
export interface Claim {
  readonly count: number | 'all';
  /** The target need not have proven that it accepts the record's own values. */
  readonly unproven: boolean;
  /** Records without earlier writes are preferred. */
  readonly fresh: boolean;
  /** Only flags are changed, by bulk updates, which can also restore them. */
  readonly flagsOnly: boolean;
}

type FewClaim = Claim & { readonly count: number };

/**
 * What is known of a record: nothing yet (`untried`); the target accepts its own values (`proven`) or rejects them
 * (`refused`); the run could not restore it (`left`); it cannot be read, or another client has changed it (`lost`).
 */
type Standing = 'untried' | 'proven' | 'refused' | 'left' | 'lost';

interface Candidate {
  readonly id: string;
  /** What can be restored: every field, or the flags alone, by bulk updates. */
  readonly restores: 'all' | 'flags' | 'nothing';
  /** It is one of the chosen records; others are written to only along with all. */
  readonly chosen: boolean;
  standing: Standing;
  held: boolean;
  /** A check has used it. */
  used: boolean;
  /** The tick at which it was last returned. */
  returned: number;
}

/** The number of records reserved for checks that prefer records without earlier writes. */
const KEPT_FRESH = 6;

/**
 * The records of a kind that checks write to: a few chosen ones, each used by one check at a time. If there are too
 * few, checks wait and get them in the order of their requests.
 */
export class RecordPool {
  readonly list: WholeList;
  readonly #inTurn = pLimit(1);
  readonly #ownValues: OwnValues;
  #chosen: Promise<void> | undefined;
  readonly #all = new Map<string, Candidate>();
  #waiting: (() => void)[] = [];
  #tick = 0;

  constructor(
    readonly kind: RecordKind,
    private readonly world: World,
    private readonly writer: Writer,
    private readonly windowMs: number,
    readonly reservations: Reservations,
    /** Restores a record that has changed again after it was restored. */
    private readonly restoreAgain: (record: TouchedRecord) => Promise<Leftover | null>,
  ) {
    this.list = new WholeList(kind, world, writer, reservations);
    this.#ownValues = new OwnValues(kind, world, writer, windowMs);
  }

  /** Reserves records for a check; inconclusive if too few can be restored, or if the target cannot be read. */
  async claim(claim: Claim): Promise<Held[]> {
    const { count } = claim;
    if (count === 'all') return this.#claimAll();
    if (count === 0) return [];
    // Each failed round excludes at least one record, for this claim or for all.
    const tried = new Set<Candidate>();
    for (;;) {
      const taken = await this.#inTurn(() => this.#take({ ...claim, count }, tried));
      const read = await Promise.allSettled(taken.map((candidate) => this.#prepare(candidate, claim)));
      const held = read.flatMap((one) => (one.status === 'fulfilled' && one.value !== null ? [one.value] : []));
      if (held.length === taken.length) return held;
      this.#returnAll(taken);
      const failed = read.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      for (const candidate of taken) if (!held.some(({ id }) => id === candidate.id)) tried.add(candidate);
    }
  }

  /** Returns records to the pool; records that are not restored are not used again. */
  release(held: readonly Held[], left: readonly Leftover[]): void {
    const ids = new Set(held.map(({ id }) => id));
    const own = [...this.#all.values()].filter(({ id }) => ids.has(id));
    for (const candidate of own) {
      const leftover = left.find(({ id }) => id === candidate.id);
      if (leftover !== undefined) candidate.standing = leftover.request === null ? 'lost' : 'left';
    }
    this.#returnAll(own);
  }

  /** Resets results before a re-run: results from many concurrent checks are tested again. */
  resetForRerun(): void {
    this.#ownValues.resetForRerun();
    for (const candidate of this.#all.values()) {
      if (candidate.standing === 'proven' || candidate.standing === 'refused') candidate.standing = 'untried';
    }
  }

  /** Whether the checks lack records because the target rejects what the records held. */
  get rejectsOwnValues(): boolean {
    const isTheTarget = ({ standing }: Candidate) => standing === 'left' || standing === 'refused';
    return this.#ownValues.refusal !== null || [...this.#all.values()].some(isTheTarget);
  }

  /** Reserves a record while it is restored; `false` if a check uses it, or if it is already reserved. */
  reserve(id: string): boolean {
    const candidate = this.#all.get(id.toLowerCase());
    if (candidate?.held === true) return false;
    if (candidate !== undefined) candidate.held = true;
    return true;
  }

  /** Releases records reserved with `reserve`. */
  unreserve(ids: readonly string[]): void {
    this.#returnAll(ids.flatMap((id) => this.#all.get(id.toLowerCase()) ?? []));
  }

  /** A point in time, for `touchedSince`. */
  get now(): number {
    return this.#tick;
  }

  /** Whether a check uses a record, or has used it since a point in time. */
  touchedSince(id: string, moment: number): boolean {
    const candidate = this.#all.get(id.toLowerCase());
    return candidate !== undefined && (candidate.held || candidate.returned > moment);
  }

  /** Records the original values in the journal before the records are written to. */
  remember(records: readonly JsonRecord[]): void {
    const { journal } = this.writer;
    const unknown = records.filter(({ id }) => journal.state.record(this.kind.id, String(id)) === undefined);
    const entries = unknown.map((record) => ({
      type: 'before' as const,
      kind: this.kind.id,
      id: String(record.id),
      fields: watchedOf(this.kind, record),
    }));
    journal.note(...entries);
  }

  async #claimAll(): Promise<Held[]> {
    return this.#inTurn(async () => {
      await this.#known();
      await this.reservations.assertNoneOf(this.kind);
      while ([...this.#all.values()].some(({ held }) => held)) await this.#change();
      const answer = await this.world.plain(this.world.operation(this.kind.list));
      const records = await this.list.read();
      this.#assertAllCanBeRestored(records);
      for (const record of records) this.#candidateOf(record, false);
      for (const candidate of this.#all.values()) candidate.held = true;
      this.#tick += 1;
      this.remember(records);
      return records.map((before) => ({ id: String(before.id), before, answer }));
    });
  }

  #assertAllCanBeRestored(records: readonly JsonRecord[]): void {
    const { fixture, id } = this.kind;
    if (this.world.session.target.fixtures[fixture] !== undefined) {
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
      const { refusal } = this.#ownValues;
      if (refusal !== null && !claim.unproven) throw new Inconclusive(refusal);
      const fit = this.#fit(claim).filter((candidate) => !tried.has(candidate));
      if (fit.length < claim.count) throw new Inconclusive(tooFew(this.kind, claim.count, fit.length));
      const free = fit.filter(({ held }) => !held).slice(0, claim.count);
      if (free.length === claim.count) {
        for (const candidate of free) candidate.held = true;
        this.#tick += 1;
        return free;
      }
      await this.#change();
    }
  }

  /** The records that fit a claim, the best ones first. */
  #fit(claim: FewClaim): Candidate[] {
    const { count, fresh } = claim;
    const rank = ({ restores, used, standing }: Candidate) =>
      (restores === 'all' ? 0 : 2) + Number(used === fresh) + (standing === 'left' ? 4 : 0);
    const fit = [...this.#all.values()].filter((one) => serves(one, claim)).sort((a, b) => rank(a) - rank(b));
    if (fresh) return fit;
    const unused = fit.filter(({ used }) => !used);
    const kept = new Set(unused.slice(-Math.min(KEPT_FRESH, Math.floor(fit.length / 4))));
    const rest = fit.filter((candidate) => !kept.has(candidate));
    return rest.length < count ? fit : rest;
  }

  /**
   * Reads a record and, once in each run of the checks, tests whether the target accepts its own values; `null` if it
   * cannot be used.
   */
  async #prepare(candidate: Candidate, { unproven }: Claim): Promise<Held | null> {
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
    const { record, answer } = value;
    const secret = record !== null && this.writer.isSecret(watchedOf(this.kind, record));
    const lacks = record !== null && candidate.restores === 'all' && !isWhole(this.kind, record);
    if (!held || record === null || secret || lacks) {
      candidate.standing = 'lost';
      return null;
    }
    this.remember([record]);
    candidate.used = true;
    if (candidate.restores === 'all' && !unproven && candidate.standing === 'untried') {
      candidate.standing = (await this.#ownValues.areAccepted(candidate.id, record)) ? 'proven' : 'refused';
    }
    return candidate.standing === 'refused' && !unproven ? null : { id: candidate.id, before: record, answer };
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

  #returnAll(candidates: readonly Candidate[]): void {
    this.#tick += 1;
    for (const candidate of candidates) {
      candidate.held = false;
      candidate.returned = this.#tick;
    }
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #known(): Promise<void> {
    this.#chosen ??= this.#choose();
    return this.#chosen;
  }

  async #choose(): Promise<void> {
    const records = await this.reservations.choose(this.kind, (avoided) =>
      writableRecords(this.world, this.kind, avoided),
    );
    for (const record of records) this.#candidateOf(record, true);
  }

  #candidateOf(record: JsonRecord, chosen: boolean): void {
    const id = String(record.id);
    if (this.#all.has(id.toLowerCase())) return;
    const fields = watchedOf(this.kind, record);
    const restores = isWhole(this.kind, fields) ? 'all' : hasFlags(this.kind, fields) ? 'flags' : 'nothing';
    const fresh = { held: false, used: false, returned: 0, standing: 'untried' } as const;
    this.#all.set(id.toLowerCase(), { id, restores, chosen, ...fresh });
  }
}

/** Whether a record fits a claim. */
function serves({ chosen, restores, standing }: Candidate, { unproven, flagsOnly }: Claim): boolean {
  if (!chosen || standing === 'lost') return false;
  // A rule that sends nothing but the record's own values can use one that the target did not restore.
  if (!unproven && (standing === 'left' || standing === 'refused')) return false;
  return restores === 'all' || (flagsOnly && restores === 'flags');
}

function tooFew({ id, fixture }: RecordKind, wanted: number, found: number): string {
  const records = `${wanted} ${id} record${wanted === 1 ? '' : 's'}`;
  return `it needs ${records} that can be restored, and there ${found === 1 ? 'is' : 'are'} ${found || 'none'}; name some with --fixture ${fixture}=ID,ID`;
}
