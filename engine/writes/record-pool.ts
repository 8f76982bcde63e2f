import pLimit from 'p-limit';
import type { RecordKind } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { causeOf } from '../client/cause.js';
import { awayReason } from '../session/ask-context.js';
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

/** A record that a check has for itself, as it was read when the check got it. */
export interface Held {
  readonly id: string;
  readonly before: JsonRecord;
  readonly answer: Answer;
}

/** What a check wants of the records of a kind. */
export interface Claim {
  readonly count: number | 'all';
  /** The target need not have shown that it takes the record's own values. */
  readonly unproven: boolean;
  /** Records that have not been written to are better. */
  readonly fresh: boolean;
  /** Only flags are changed, by bulk updates, which can restore them as well. */
  readonly flagsOnly: boolean;
}

type FewClaim = Claim & { readonly count: number };

/**
 * What is known of a record: nothing yet (`untried`); the target takes its own values (`proven`) or does not
 * (`refused`); the run could not restore it (`left`); it cannot be read, or another client has changed it (`lost`).
 */
type Standing = 'untried' | 'proven' | 'refused' | 'left' | 'lost';

interface Candidate {
  readonly id: string;
  /** What can be restored: every field, or the flags alone, by bulk updates. */
  readonly restores: 'all' | 'flags' | 'nothing';
  /** It is among those that were chosen; the others are written to only along with all. */
  readonly chosen: boolean;
  standing: Standing;
  held: boolean;
  /** It has been given to a check. */
  used: boolean;
  /** The count of claims and returns at which it was last given back. */
  returned: number;
}

/** Records that are kept for the checks that want ones that have not been written to. */
const KEPT_FRESH = 6;

/**
 * The records of a kind that checks write to: a few that were chosen, each for one check at a time. Where they are too
 * few for all, checks get them one after the other, in the order in which they asked.
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
    /** Restores a record that is no longer as it was after it had been restored. */
    private readonly restoreAgain: (record: TouchedRecord) => Promise<Leftover | null>,
  ) {
    this.list = new WholeList(kind, world, writer, reservations);
    this.#ownValues = new OwnValues(kind, world, writer, windowMs);
  }

  /** Gives records to a check; inconclusive where there are too few that can be restored, or the target cannot be read. */
  async claim(claim: Claim): Promise<Held[]> {
    const { count } = claim;
    if (count === 'all') return this.#claimAll();
    if (count === 0) return [];
    // Each round that fails takes at least one record out, for this claim or for all.
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

  /** Takes records back; those that are not as they were are given to no check any more. */
  release(held: readonly Held[], left: readonly Leftover[]): void {
    const ids = new Set(held.map(({ id }) => id));
    const own = [...this.#all.values()].filter(({ id }) => ids.has(id));
    for (const candidate of own) {
      const leftover = left.find(({ id }) => id === candidate.id);
      if (leftover !== undefined) candidate.standing = leftover.request === null ? 'lost' : 'left';
    }
    this.#returnAll(own);
  }

  /** Before a second look: what a target took or not when many checks were at work is tried again. */
  resetForRerun(): void {
    this.#ownValues.resetForRerun();
    for (const candidate of this.#all.values()) {
      if (candidate.standing === 'proven' || candidate.standing === 'refused') candidate.standing = 'untried';
    }
  }

  /** Whether it is the target that leaves the checks without records: it does not take back what they held. */
  get rejectsOwnValues(): boolean {
    const isTheTarget = ({ standing }: Candidate) => standing === 'left' || standing === 'refused';
    return this.#ownValues.refusal !== null || [...this.#all.values()].some(isTheTarget);
  }

  /** Keeps a record from the checks while it is restored; `false` where a check has it, or it is kept already. */
  reserve(id: string): boolean {
    const candidate = this.#all.get(id.toLowerCase());
    if (candidate?.held === true) return false;
    if (candidate !== undefined) candidate.held = true;
    return true;
  }

  /** Lets go of records that were kept. */
  unreserve(ids: readonly string[]): void {
    this.#returnAll(ids.flatMap((id) => this.#all.get(id.toLowerCase()) ?? []));
  }

  /** A moment, for `touchedSince`. */
  get now(): number {
    return this.#tick;
  }

  /** Whether a check has, or has had, a record since a moment. */
  touchedSince(id: string, moment: number): boolean {
    const candidate = this.#all.get(id.toLowerCase());
    return candidate !== undefined && (candidate.held || candidate.returned > moment);
  }

  /** Journals what records are before they are written to. */
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

  /** The records that serve a claim, the best ones first. */
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

  /** Reads a record and, once a look, lets the target take back what it holds; `null` where it cannot be used. */
  async #prepare(candidate: Candidate, { unproven }: Claim): Promise<Held | null> {
    const known = this.writer.journal.state.record(this.kind.id, candidate.id);
    // A record that could not be restored is not as it was, and the run knows why.
    const isSettled = known?.writes.length === 0 && candidate.standing !== 'left';
    const original = isSettled ? known.before : undefined;
    const isOriginal = ({ record }: Reading) =>
      original === undefined || (record !== null && differing(original, watchedOf(this.kind, record)).length === 0);
    // What was restored may take its time to show.
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

  /** Whether all that differs from what a record was first is what the run has sent, to this record or to others. */
  #maySuspectItself({ before }: TouchedRecord, { record }: Reading): boolean {
    if (record === null) return false;
    const now = watchedOf(this.kind, record);
    const { state } = this.writer.journal;
    return differing(before, now).every((name) => state.wasSent(this.kind.id, name, now[name]));
  }

  /** Reads a record; a target that is away says nothing of the record, and makes the check inconclusive. */
  async #read(id: string): Promise<Reading> {
    const reading = await readById(this.world.session, this.world.operation(this.kind.read), id);
    const { answer } = reading;
    const away = answer.failure === null ? awayReason(answer) : answer.summary;
    if (away !== null) throw new Inconclusive(away, causeOf(answer));
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

/** Whether a record can be given to a check that wants such ones. */
function serves({ chosen, restores, standing }: Candidate, { unproven, flagsOnly }: Claim): boolean {
  if (!chosen || standing === 'lost') return false;
  // A rule that sends nothing but what a record holds can go on with one that the target did not take back.
  if (!unproven && (standing === 'left' || standing === 'refused')) return false;
  return restores === 'all' || (flagsOnly && restores === 'flags');
}

function tooFew({ id, fixture }: RecordKind, wanted: number, found: number): string {
  const records = `${wanted} ${id} record${wanted === 1 ? '' : 's'}`;
  return `it needs ${records} that can be restored, and there ${found === 1 ? 'is' : 'are'} ${found || 'none'}; name some with --fixture ${fixture}=ID,ID`;
}
