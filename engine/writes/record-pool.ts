import pLimit from 'p-limit';
import type { RecordKind } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { type JsonRecord, pageOf, walk } from '../page.js';
import type { Query } from '../rule.js';
import { NotApplicable, Undecided } from '../signals.js';
import { sameJson } from '../validation.js';
import type { World } from '../world.js';
import { chosenOf } from './candidates.js';
import { byId, type Reading, readById } from './reading.js';
import { differing, type Fields, hasFlags, isWhole, patchOf, watchedOf } from './record-fields.js';
import type { Reservations } from './reservations.js';
import type { Leftover } from './restorer.js';
import { waitFor } from './waiting.js';
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
  /** Only flags are changed, by bulk updates, which can put them back as well. */
  readonly flagsOnly: boolean;
}

interface Candidate {
  readonly id: string;
  readonly whole: boolean;
  readonly flags: boolean;
  /** It is among those that were chosen; the others are written to only along with all. */
  readonly chosen: boolean;
  held: boolean;
  /** It has been written to. */
  used: boolean;
  /** Whether the target takes its own values back; `undefined` until that has been tried. */
  proof: boolean | undefined;
  /** It could not be put back, so that nobody gets it again. */
  burnt: boolean;
  /** It is the target that did not take it back, not somebody else who has changed it. */
  spoilt: boolean;
  /** The count of claims and returns at which it was last given back. */
  returned: number;
}

/** Of a list that is longer, not all records are known; nothing is sent that could be about all of them. */
const WHOLE_ITEMS = 2000;
/** Records that are kept for the checks that want ones that have not been written to. */
const KEPT_FRESH = 6;
/** The page size that every list takes. */
const PAGE = 100;
/** How long what was read of all records holds, in milliseconds, unless reading them takes longer. */
const LATE_MS = 250;
/** Records that refuse their own values, after which no further one is tried. */
const REFUSALS = 3;

/**
 * The records of a kind that checks write to: a few that were chosen, each for one check at a time. Where they are too
 * few for all, checks get them one after the other, in the order in which they asked.
 */
export class RecordPool {
  readonly #inTurn = pLimit(1);
  #candidates: Promise<Candidate[]> | undefined;
  #all = new Map<string, Candidate>();
  #waiting: (() => void)[] = [];
  #tick = 0;
  #refused: string | null = null;
  #late: { readonly records: readonly JsonRecord[]; readonly until: number } | undefined;

  constructor(
    readonly kind: RecordKind,
    private readonly world: World,
    private readonly writer: Writer,
    private readonly windowMs: number,
    readonly reservations: Reservations,
  ) {}

  /** Gives records to a check; undecided where there are too few that can be put back. */
  async claim(claim: Claim): Promise<Held[]> {
    if (claim.count === 'all') return this.#claimAll();
    if (claim.count === 0) return [];
    for (;;) {
      const { count } = claim;
      const taken = await this.#inTurn(() => this.#take({ ...claim, count }));
      const read = await Promise.allSettled(taken.map((candidate) => this.#prepare(candidate, claim)));
      const held = read.flatMap((one) => (one.status === 'fulfilled' && one.value !== null ? [one.value] : []));
      if (held.length === taken.length) return held;
      this.#giveBack(taken);
      const failed = read.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    }
  }

  /** Takes records back; those that are not as they were are given to nobody any more. */
  release(held: readonly Held[], left: readonly Leftover[]): void {
    const ids = new Set(held.map(({ id }) => id));
    const own = [...this.#all.values()].filter(({ id }) => ids.has(id));
    for (const candidate of own) {
      const leftover = left.find(({ id }) => id === candidate.id);
      candidate.burnt ||= leftover !== undefined;
      candidate.spoilt ||= leftover !== undefined && leftover.request !== null;
    }
    this.#giveBack(own);
  }

  /** Before a second look: what a target took back or not when many checks were at work is tried again. */
  beginAgain(): void {
    this.#refused = null;
    for (const candidate of this.#all.values()) candidate.proof = undefined;
  }

  /** Whether it is the target that leaves the checks without records: it does not take back what they held. */
  get takesNothingBack(): boolean {
    return this.#refused !== null || [...this.#all.values()].some(({ spoilt, proof }) => spoilt || proof === false);
  }

  /** Keeps a record from the checks while it is put back; `false` where a check has it, or it is kept already. */
  keep(id: string): boolean {
    const candidate = this.#all.get(id.toLowerCase());
    if (candidate?.held === true) return false;
    if (candidate !== undefined) candidate.held = true;
    return true;
  }

  /** Lets go of records that were kept. */
  letGo(ids: readonly string[]): void {
    this.#giveBack(ids.flatMap((id) => this.#all.get(id.toLowerCase()) ?? []));
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

  /** All records of the collection, as its list shows them; undecided where they are more than can be known. */
  async whole({ unstoppable = false } = {}): Promise<JsonRecord[]> {
    const operation = this.world.operation(this.kind.list);
    const ask = async (query: Query) =>
      pageOf(await this.world.session.ask({ operation, params: {}, query, fresh: true, unstoppable }));
    const list = await walk(ask, {}, PAGE, Math.ceil(WHOLE_ITEMS / PAGE));
    if (list.partial) {
      throw new Undecided(`the list holds more than ${WHOLE_ITEMS} records, so that not all could be put back`);
    }
    if (list.items.some((item) => this.writer.isSecret(watchedOf(this.kind, item)))) {
      throw new Undecided('a record holds a credential of this run, which no journal may hold');
    }
    return list.items.filter(({ id }) => typeof id === 'string' && id !== '');
  }

  /**
   * All records as they were a moment ago: no longer than reading them takes, which is as exact as a reading of several
   * pages is. What the run itself changes meanwhile is in the journal already.
   */
  async wholeOfLate(): Promise<readonly JsonRecord[]> {
    await this.reservations.assertNoneOf(this.kind);
    if (this.#late !== undefined && performance.now() < this.#late.until) return this.#late.records;
    const start = performance.now();
    const records = await this.whole();
    const now = performance.now();
    this.#late = { records, until: now + Math.max(LATE_MS, now - start) };
    return records;
  }

  async #claimAll(): Promise<Held[]> {
    return this.#inTurn(async () => {
      await this.#known();
      await this.reservations.assertNoneOf(this.kind);
      while ([...this.#all.values()].some(({ held }) => held)) await this.#change();
      const answer = await this.world.plain(this.world.operation(this.kind.list));
      const records = await this.whole();
      this.#assertAllCanBePutBack(records);
      for (const record of records) this.#candidateOf(record, false);
      for (const candidate of this.#all.values()) candidate.held = true;
      this.#tick += 1;
      this.remember(records);
      return records.map((before) => ({ id: String(before.id), before, answer }));
    });
  }

  #assertAllCanBePutBack(records: readonly JsonRecord[]): void {
    const { fixture, id } = this.kind;
    if (this.world.session.target.fixtures[fixture] !== undefined) {
      throw new Undecided(`--fixture ${fixture} names the only ${id} records that may be written to`);
    }
    const odd = records.filter((record) => !hasFlags(this.kind, record));
    if (odd.length > 0) {
      throw new Undecided(
        `${odd.length} ${id} records hold a flag that is neither true nor false, and could not be put back`,
      );
    }
  }

  async #take(claim: Claim & { readonly count: number }): Promise<Candidate[]> {
    await this.#known();
    for (;;) {
      if (this.#refused !== null && !claim.unproven) throw new Undecided(this.#refused);
      const fit = this.#fit(claim);
      if (fit.length < claim.count) throw new Undecided(tooFew(this.kind, claim.count, fit.length));
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
  #fit({ count, unproven, fresh, flagsOnly }: Claim & { readonly count: number }): Candidate[] {
    const usable = [...this.#all.values()].filter(
      ({ chosen, whole, flags, burnt, spoilt, proof }) =>
        chosen &&
        // A rule that sends nothing but what a record holds can go on with one that the target has spoilt.
        (!burnt || (unproven && spoilt)) &&
        (whole || (flagsOnly && flags)) &&
        (unproven || proof !== false),
    );
    const rank = ({ whole, used, burnt }: Candidate) => (whole ? 0 : 2) + Number(used === fresh) + (burnt ? 4 : 0);
    const fit = usable.sort((a, b) => rank(a) - rank(b));
    if (fresh) return fit;
    const unused = fit.filter(({ used }) => !used);
    const kept = new Set(unused.slice(-Math.min(KEPT_FRESH, Math.floor(fit.length / 4))));
    const rest = fit.filter((candidate) => !kept.has(candidate));
    return rest.length < count ? fit : rest;
  }

  /** Reads a record and, once a run, lets the target take back what it holds; `null` where it cannot be used. */
  async #prepare(candidate: Candidate, { unproven }: Claim): Promise<Held | null> {
    const known = this.writer.journal.state.record(this.kind.id, candidate.id);
    const original = known?.taken === true && !candidate.spoilt ? known.before : null;
    const isOriginal = ({ record }: Reading) =>
      original === null || (record !== null && differing(original, watchedOf(this.kind, record)).length === 0);
    // What was put back may take its time to show; what is still different then is somebody else's.
    const { value, held } = await waitFor(() => this.#read(candidate.id), isOriginal, this.windowMs);
    const { record, answer } = value;
    const secret = record !== null && this.writer.isSecret(watchedOf(this.kind, record));
    if (!held || record === null || secret || (candidate.whole && !isWhole(this.kind, record))) {
      candidate.burnt = true;
      return null;
    }
    this.remember([record]);
    candidate.used = true;
    if (candidate.whole && !unproven) candidate.proof ??= await this.#proves(candidate, record);
    return candidate.proof === false && !unproven ? null : { id: candidate.id, before: record, answer };
  }

  /** Whether the target takes the values that a record has and leaves it as it is, so that they can be put back. */
  async #proves({ id }: Candidate, record: JsonRecord): Promise<boolean> {
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
    if (answer.status === 403) throw new NotApplicable('the target refuses writes with 403');
    const { held } = await waitFor(
      () => this.#read(id),
      (read) => read.record !== null && differing(before, watchedOf(this.kind, read.record)).length === 0,
      answer.status < 300 ? this.windowMs : 0,
    );
    const proven = held && answer.status >= 200 && answer.status < 300;
    if (!proven) this.#refuse(answer);
    return proven;
  }

  #refuse({ summary }: Answer): void {
    const refusals = [...this.#all.values()].filter(({ proof }) => proof === false).length + 1;
    if (refusals < REFUSALS) return;
    this.#refused = `the target does not take back what a record holds (${summary}), so that nothing could be put back`;
  }

  #read(id: string) {
    return readById(this.world.session, this.world.operation(this.kind.read), id);
  }

  /** Puts down what records are before they are written to. */
  remember(records: readonly JsonRecord[]): void {
    const { journal } = this.writer;
    const entries = records.map((record) => ({
      type: 'before' as const,
      kind: this.kind.id,
      id: String(record.id),
      fields: watchedOf(this.kind, record),
    }));
    journal.note(
      ...entries.filter(({ kind, id, fields }) => !sameJson(journal.state.record(kind, id)?.before, fields)),
    );
  }

  #giveBack(candidates: readonly Candidate[]): void {
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

  #known(): Promise<Candidate[]> {
    this.#candidates ??= this.#discover();
    return this.#candidates;
  }

  async #discover(): Promise<Candidate[]> {
    const records = await this.reservations.choose(this.kind, (avoided) => chosenOf(this.world, this.kind, avoided));
    return records.map((record) => this.#candidateOf(record, true));
  }

  #candidateOf(record: JsonRecord, chosen: boolean): Candidate {
    const id = String(record.id);
    const fields: Fields = watchedOf(this.kind, record);
    const known = this.#all.get(id.toLowerCase());
    if (known !== undefined) return known;
    const candidate: Candidate = {
      id,
      whole: isWhole(this.kind, fields),
      flags: hasFlags(this.kind, fields),
      chosen,
      held: false,
      used: false,
      proof: undefined,
      burnt: false,
      spoilt: false,
      returned: 0,
    };
    this.#all.set(id.toLowerCase(), candidate);
    return candidate;
  }
}

function tooFew({ id, fixture }: RecordKind, wanted: number, found: number): string {
  return `it needs ${wanted} ${id} record${wanted === 1 ? '' : 's'} that could be put back, and there ${found === 1 ? 'is' : 'are'} ${found || 'none'}; name some with --fixture ${fixture}=ID,ID`;
}
