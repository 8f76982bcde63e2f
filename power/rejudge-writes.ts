import type { Operation } from '../contract/types.js';
import type { RoundTrip } from '../engine/client/round-trip.js';
import type { PlannedCheck } from '../engine/run/plan.js';
import type { Result } from '../engine/run/result.js';
import { isJudge, isWrite } from '../engine/run/rule.js';
import { run } from '../engine/run/run.js';
import { AnswerTimes } from '../engine/session/answer-times.js';
import { Inconclusive } from '../engine/session/signals.js';
import type { Interface } from '../engine/session/world.js';
import type { Budget } from '../engine/target/budget.js';
import type { CheckOptions } from '../engine/target/options.js';
import type { Target } from '../engine/target/target.js';
import { beginWrites, tiersOf } from '../engine/writes/begin.js';
import type { Writes } from '../engine/writes/writes.js';
import type { Fault } from '../faults/fault.js';
import { type Calls, callsOf } from './calls.js';
import { inject } from './inject.js';
import type { BlindCheck, Judgement } from './judgement.js';
import { OfflineClient } from './offline-client.js';
import { type Exchange, lacking as lackingIn } from './recording.js';
import { fromWholeLists } from './whole-lists.js';
import { RecordedWrites } from './writes/recorded-writes.js';
import { WrittenTarget } from './writes/written-target.js';

/** What the writes of a run are judged again with. */
export interface RejudgeWritesInput {
  readonly target: Target;
  readonly described: Interface;
  readonly checks: readonly PlannedCheck[];
  readonly seed: number;
  readonly budget: Budget;
  /** The reads of the run before its first write. */
  readonly exchanges: readonly Exchange[];
  /** What the run sent from its first write on, in the order of the responses. */
  readonly late: readonly Exchange[];
  /** By id, what the checks found in the run. */
  readonly outcomes: Readonly<Record<string, RunOutcome>>;
  readonly options: Pick<CheckOptions, 'allowWrites' | 'allowDestroy' | 'bulkScope'>;
}

/** The rules whose requests show most of the responses to writes, for faults that judge rules notice. */
const DRIVERS = new Set(['updates.answer', 'bulk.accepted', 'tasks.completes', 'tasks.summary', 'deletion.effect']);
/** The clauses of error responses: the rules of the second one send requests that are rejected for each reason. */
const REJECTION = /^(?:errors|authorization\.body|answers\.no-)/;
const REJECTED = new Set(['authorization.status', 'errors.body-400']);
/** Concurrent clients depend on time, and a check of all records needs what no recording holds. */
const isReplayable = ({ id, rule }: PlannedCheck): boolean =>
  !/\/(?:consistency|writes)\./.test(id) && !(isWrite(rule) && rule.records === 'all');

/** No results, if a record could not be restored on the model because the recording lacks a response. */
function ifUnrecorded(error: unknown): readonly Result[] {
  if (error instanceof Inconclusive) return [];
  throw error;
}

/** What a check found in the run itself. */
export type RunOutcome = Pick<Result, 'outcome' | 'reason'>;

/** The outcomes of some checks on one target, and the number of requests whose response was lacking. */
interface Look {
  readonly results: readonly Result[];
  readonly lacking: number;
}

/**
 * Whether a check is inconclusive that is not on the other look. Alone, a lacking response proves nothing: the checks share the
 * records in the order in which they need them, and a record that the recording has no update of is replaced by another one.
 */
function isLessDecided(look: Look, other: Look): boolean {
  const decidedOn = ({ results }: Look) => results.filter(({ outcome }) => outcome !== 'inconclusive');
  const decided = new Set(decidedOn(look).map(({ check }) => check.id));
  return decidedOn(other).some(({ check }) => !decided.has(check.id));
}

/** Runs the checks that write again, on a model of the target that answers from the recording. Sends nothing. */
export class RejudgeWrites {
  readonly #calls: Calls;
  readonly #recorded: RecordedWrites;
  readonly #checks: readonly PlannedCheck[];
  /** By the ids of the checks: what they find without a fault. */
  readonly #plain = new Map<string, Promise<Look>>();

  constructor(private readonly input: RejudgeWritesInput) {
    const { target, described, exchanges, late } = input;
    this.#calls = callsOf(target, described.operations);
    this.#recorded = new RecordedWrites(exchanges, late, this.#calls, described);
    this.#checks = input.checks.filter(
      (check) => check.excluded === null && check.level !== 'gap' && isReplayable(check),
    );
  }

  /** Judges one fault of an operation that writes, or that reads what a write creates. */
  async judge(fault: Fault): Promise<Judgement> {
    const own = this.#familyOf(fault.operation);
    const isLikely = ({ rule }: PlannedCheck) => isJudge(rule) || fault.breaks.some((one) => one === rule.clause);
    const writes = own.some((check) => isLikely(check) && isWrite(check.rule));
    const drivers = fault.breaks.some((one) => REJECTION.test(one)) ? REJECTED : DRIVERS;
    const likely = own.filter((check) => isLikely(check) || (!writes && drivers.has(check.rule.clause)));
    let changed = 0;
    let isLacking = false;
    for (const checks of [likely, own]) {
      if (checks.length === 0) continue;
      const plain = await this.#plainOf(checks);
      const look = await this.#look(checks, fault);
      changed += look.changed;
      isLacking ||= look.lacking > plain.lacking && isLessDecided(look, plain);
      const usual = new Set(plain.results.filter((one) => this.#isUsual(one)).map(({ check }) => check.id));
      const by = look.results.filter(({ check, outcome }) => outcome === 'fail' && usual.has(check.id));
      if (by.length > 0) return { fault: fault.id, outcome: 'noticed', by: by.map(({ check }) => check.id), blind: [] };
    }
    const missed = changed === 0 ? 'unchanged' : 'missed';
    const { blind, isModelled } = await this.#blindChecks(own, fault);
    return { fault: fault.id, outcome: isLacking || !isModelled ? 'inconclusive' : missed, by: [], blind };
  }

  /** Whether a check passes in the run and on the model. */
  #isPassed({ check, outcome }: Result): boolean {
    return outcome === 'pass' && this.input.outcomes[check.id]?.outcome === 'pass';
  }

  /**
   * Whether a failure of a check would be noticed: without a fault, it fails neither in the run nor on the model. A check
   * that may not send all of its requests is inconclusive in both, and still reports what the others show.
   */
  #isUsual(result: Result): boolean {
    const { outcome } = this.input.outcomes[result.check.id] ?? {};
    return this.#isPassed(result) || (result.outcome === 'inconclusive' && outcome === 'inconclusive');
  }

  /** The checks of the operations whose responses a write of one operation decides. */
  #familyOf(id: string): PlannedCheck[] {
    const { operations, kinds } = this.input.described;
    const reads = ({ parameters }: Operation) => parameters.some((one) => one.in === 'path' && one.fixture === null);
    const operation = operations.find((one) => one.id === id);
    const bulk = kinds.map((kind) => kind.bulk.operation);
    const isBulk = (one: Operation) => one.area === operation?.area && (bulk.includes(one.id) || reads(one));
    const isOfFamily = operation !== undefined && isBulk(operation) ? isBulk : (one: Operation) => one.id === id;
    return this.#checks.filter((check) => isOfFamily(check.operation));
  }

  /** The checks of the clauses of a fault that did not pass in the run, and whether the others pass on the model. */
  async #blindChecks(
    own: readonly PlannedCheck[],
    { breaks }: Fault,
  ): Promise<{ readonly blind: BlindCheck[]; readonly isModelled: boolean }> {
    const { results } = await this.#plainOf(own);
    const operations = new Set(own.map(({ operation }) => operation.id));
    const about = this.input.checks.filter(
      ({ operation, rule }) => operations.has(operation.id) && breaks.some((one) => one === rule.clause),
    );
    const passing = about.filter(({ id }) => this.input.outcomes[id]?.outcome === 'pass');
    const blind = about.flatMap((check): BlindCheck[] => {
      const { outcome = 'error', reason } = this.input.outcomes[check.id] ?? {};
      if (outcome === 'pass') return [];
      return [{ check: check.id, failed: outcome === 'fail', reason: reason ?? outcome }];
    });
    return {
      blind,
      isModelled: passing.every(({ id }) => results.some((one) => one.check.id === id && this.#isPassed(one))),
    };
  }

  #plainOf(checks: readonly PlannedCheck[]): Promise<Look> {
    const key = checks.map(({ id }) => id).join(' ');
    const known = this.#plain.get(key) ?? this.#look(checks, null);
    this.#plain.set(key, known);
    return known;
  }

  async #look(checks: readonly PlannedCheck[], fault: Fault | null): Promise<Look & { readonly changed: number }> {
    const { options, target } = this.input;
    // The model shows writes at once, and its tasks have ended when they are first read.
    const atOnce = { ...options, consistencyWindowMs: 0, taskTimeoutMs: 0 };
    const writes = (await beginWrites(target, atOnce, true)) as Writes;
    let lacking = 0;
    const asListed: RoundTrip = async (request) => {
      const call = this.#calls.read(request);
      const known = call === null ? null : (this.#recorded.listed(call) ?? this.#recorded.refusal(call, request));
      return known ?? lackingIn(request);
    };
    const source = this.#recorded.reads.serve(fromWholeLists(this.#recorded.reads, this.#calls, asListed));
    const model = new WrittenTarget(this.#recorded, this.#calls, source, writes.options.bulkScope);
    const counting =
      (next: RoundTrip): RoundTrip =>
      async (request) => {
        try {
          return await next(request);
        } catch (error) {
          lacking += 1;
          throw error;
        }
      };
    const plain = counting(model.roundTrip);
    const injected =
      fault === null ? null : inject(fault, this.#callsOn(fault, model), plain, counting(model.unapplied));
    const results = await this.#run(checks, writes, injected?.roundTrip ?? plain, model.roundTrip).catch(ifUnrecorded);
    return { results, lacking, changed: injected?.changed() ?? 0 };
  }

  /** The calls, with the operation of a task known where two areas read tasks under the same path. */
  #callsOn(fault: Fault, model: WrittenTarget): Calls {
    const { described, target } = this.input;
    const pathOf = (id: string) => {
      const operation = described.operations.find((one) => one.id === id);
      return operation === undefined ? '' : target.binding(operation).path;
    };
    const shared = described.kinds
      .map(({ bulk }) => bulk.task)
      .filter((id) => id !== fault.operation && pathOf(id) === pathOf(fault.operation));
    const read: Calls['read'] = (request) => {
      const call = this.#calls.read(request);
      if (call === null || ![...shared, fault.operation].includes(call.operation)) return call;
      return { ...call, operation: model.taskOperationOf(call) ?? fault.operation };
    };
    return shared.length === 0 ? this.#calls : { ...this.#calls, read };
  }

  async #run(
    checks: readonly PlannedCheck[],
    writes: Writes,
    roundTrip: RoundTrip,
    restoring: RoundTrip,
  ): Promise<readonly Result[]> {
    const { target, described, seed, budget, options } = this.input;
    const tiers = tiersOf(options);
    const client = new OfflineClient({ origin: target.origin, roundTrip, restoring, tiers });
    try {
      const times = new AnswerTimes();
      const outcome = await run({ target, client, described, checks, seed, budget, writes, times, known: true });
      return outcome.results;
    } finally {
      await client.close();
    }
  }
}
