import type { Operation } from '../contract/types.js';
import type { RoundTrip } from '../engine/client/round-trip.js';
import type { PlannedCheck } from '../engine/run/plan.js';
import type { Result } from '../engine/run/result.js';
import { isJudge, isWrite } from '../engine/run/rule.js';
import { run } from '../engine/run/run.js';
import { AnswerTimes } from '../engine/session/answer-times.js';
import type { Interface } from '../engine/session/world.js';
import type { Budget } from '../engine/target/budget.js';
import type { Target } from '../engine/target/target.js';
import type { Fault } from '../faults/fault.js';
import { type Calls, callsOf } from './calls.js';
import { inject } from './inject.js';
import type { BlindCheck, Judgement } from './judgement.js';
import type { MoreRequests } from './more-requests.js';
import { OfflineClient } from './offline-client.js';
import type { Recording } from './recording.js';
import { fromWholeLists } from './whole-lists.js';

/** What a run is judged again with. */
export interface RejudgeInput {
  readonly target: Target;
  readonly described: Interface;
  readonly checks: readonly PlannedCheck[];
  readonly seed: number;
  readonly budget: Budget;
  /** As for a run; default that of the budget. */
  readonly maxRequests?: number;
  readonly recording: Recording;
  /** Answers what the recording lacks, and what cannot be derived from it; by default nothing does. */
  readonly next?: RoundTrip;
  /** Sends a limited number of requests for what the recording lacks and what cannot be derived from it. */
  readonly more?: MoreRequests;
}

/** What is judged first: judge rules, and the rules that the fault is about; the others only if none of them notices. */
const STAGES = ['likely', 'own', 'reaching'] as const;

type Outcomes = ReadonlyMap<string, Result>;

/** Runs the checks of single operations again on the exchanges of a run, seen through one fault at a time. */
export class Rejudge {
  readonly #calls: Calls;
  readonly #plain = new Map<string, Promise<Outcomes>>();
  /** By operation: the other operations whose checks request it. */
  #reach: ReadonlyMap<string, readonly string[]> | null = null;
  readonly #input: RejudgeInput;
  readonly #source: RoundTrip;

  constructor(input: RejudgeInput) {
    const checks = input.checks.filter(
      ({ excluded, rule, level }) => excluded === null && !isWrite(rule) && level !== 'gap',
    );
    this.#input = { ...input, checks };
    this.#calls = callsOf(input.target, input.described.operations);
    const otherwise = input.more?.roundTrip(this.#calls);
    this.#source = input.recording.serve(input.next ?? fromWholeLists(input.recording, this.#calls, otherwise));
  }

  /** Judges one fault. */
  async judge(fault: Fault): Promise<Judgement> {
    const own = this.#checksOf([fault.operation]);
    const likely = own.filter(({ rule }) => isJudge(rule) || fault.breaks.some((one) => one === rule.clause));
    let changed = 0;
    let lacking = 0;
    for (const stage of STAGES) {
      const checks = stage === 'likely' ? likely : stage === 'own' ? own : await this.#reaching(fault.operation);
      if (checks.length === 0) continue;
      const look = await this.#look(checks, fault);
      changed += look.changed;
      lacking += look.lacking;
      if (look.by.length > 0) return { fault: fault.id, outcome: 'noticed', by: look.by, blind: [] };
    }
    const missed = changed === 0 ? 'unchanged' : 'missed';
    const outcome = lacking > 0 ? 'inconclusive' : missed;
    return { fault: fault.id, outcome, by: [], blind: await this.#blindChecks(fault) };
  }

  async #look(
    checks: readonly PlannedCheck[],
    fault: Fault,
  ): Promise<{ by: string[]; changed: number; lacking: number }> {
    const plain = await this.#plainOf(checks);
    let lacking = 0;
    const counting: RoundTrip = async (request) => {
      try {
        return await this.#source(request);
      } catch (error) {
        lacking += 1;
        throw error;
      }
    };
    const { roundTrip, changed } = inject(fault, this.#calls, counting);
    const results = await this.#run(checks, roundTrip);
    const by = results.filter(({ check, outcome }) => outcome === 'fail' && plain.get(check.id)?.outcome === 'pass');
    return { by: by.map(({ check }) => check.id), changed: changed(), lacking };
  }

  /** The checks of the clauses that a fault breaks that do not pass without it. */
  async #blindChecks({ operation, breaks }: Fault): Promise<BlindCheck[]> {
    const own = this.#checksOf([operation]);
    const plain = await this.#plainOf(own);
    return own.flatMap(({ id, rule }) => {
      const result = plain.get(id);
      if (!breaks.some((one) => one === rule.clause) || result === undefined || result.outcome === 'pass') return [];
      return [{ check: id, failed: result.outcome === 'fail', reason: result.reason ?? result.outcome }];
    });
  }

  #checksOf(operations: readonly string[]): PlannedCheck[] {
    return this.#input.checks.filter(({ operation }) => operations.includes(operation.id));
  }

  /** The checks of other operations that request an operation. */
  async #reaching(id: string): Promise<PlannedCheck[]> {
    this.#reach ??= await this.#reachOf();
    return this.#checksOf(this.#reach.get(id) ?? []);
  }

  async #reachOf(): Promise<ReadonlyMap<string, readonly string[]>> {
    const reached = new Map<string, string[]>();
    for (const { id } of this.#operations()) {
      const requested = new Set<string>();
      const watching: RoundTrip = (request) => {
        const call = this.#calls.read(request);
        if (call !== null) requested.add(call.operation);
        return this.#source(request);
      };
      const checks = this.#checksOf([id]);
      const results = this.#run(checks, watching);
      this.#plain.set(id, results.then(byId));
      await results;
      for (const other of requested) if (other !== id) reached.set(other, [...(reached.get(other) ?? []), id]);
    }
    return reached;
  }

  #operations(): Operation[] {
    return [...new Set(this.#input.checks.map(({ operation }) => operation))];
  }

  /** The results of checks without a fault. */
  async #plainOf(checks: readonly PlannedCheck[]): Promise<Outcomes> {
    const ids = [...new Set(checks.map(({ operation }) => operation.id))];
    const all = await Promise.all(
      ids.map((id) => {
        const known = this.#plain.get(id) ?? this.#run(this.#checksOf([id]), this.#source).then(byId);
        this.#plain.set(id, known);
        return known;
      }),
    );
    return new Map(all.flatMap((results) => [...results]));
  }

  async #run(checks: readonly PlannedCheck[], roundTrip: RoundTrip): Promise<readonly Result[]> {
    const { target, described, seed, budget, maxRequests } = this.#input;
    const client = new OfflineClient({ origin: target.origin, roundTrip });
    try {
      const input = {
        target,
        client,
        described,
        checks,
        seed,
        budget,
        ...(maxRequests !== undefined && { maxRequests }),
        writes: null,
        times: new AnswerTimes(),
        known: true,
      } as const;
      return (await run(input)).results;
    } finally {
      await client.close();
    }
  }
}

function byId(results: readonly Result[]): Outcomes {
  return new Map(results.map((result) => [result.check.id, result]));
}
