import pLimit from 'p-limit';
import { unboundedLedger } from '../session/request-ledger.js';
import { Inconclusive } from '../session/signals.js';
import { sameJson } from '../session/validation.js';
import type { World } from '../session/world.js';
import { WriteCoordinator } from '../writes/write-coordinator.js';
import type { Writes } from '../writes/writes.js';
import { askOnce } from './ask-once.js';
import { compared, reproduces } from './confirm/comparison.js';
import { rerunAsk } from './confirm/confirm.js';
import { freshWorld } from './confirm/fresh-world.js';
import { lasting } from './confirm/lasting.js';
import { damagedFields, onlyStableFields } from './confirm/stable-fields.js';
import { JudgeStates } from './judge-states.js';
import { MAX_PAGES_BYTES, plainAnswer, weightOf } from './page-weight.js';
import type { PlannedCheck } from './plan.js';
import { type Result, withoutEvidence } from './result.js';
import { isJudge, isWrite } from './rule.js';
import type { RunInput } from './run-input.js';
import { WeightedTurns } from './weighted-turns.js';
import { type WriteOptions, writeOnce } from './write-once.js';
import { type Phase, phasesOf } from './write-phases.js';

/** How many checks that got no response to a write are re-run to confirm that. */
const FEW_WAITING = 2;

/** The write checks of a run, and the checks that judge or read their results. A failure counts only after a re-run. */
export class WriteRun {
  readonly world: World;
  readonly coordinator: WriteCoordinator;
  readonly #judges: { readonly first: JudgeStates; readonly second: JudgeStates };
  /** The judges of the first run of the checks, or those of the re-runs. */
  #listening: JudgeStates;
  readonly #writing: readonly PlannedCheck[];
  /** The first result of each write check. */
  readonly #written = new Map<string, Result>();
  readonly #turns = new WeightedTurns(MAX_PAGES_BYTES);

  constructor(
    private readonly input: RunInput,
    { journal, options, reservations }: Writes,
    private readonly checks: readonly PlannedCheck[],
    private readonly done: (result: Result) => void,
  ) {
    this.#judges = { first: new JudgeStates(checks), second: new JudgeStates(checks) };
    this.#listening = this.#judges.first;
    this.world = freshWorld(input, unboundedLedger(input.budget), false, (seen) => this.#listening.accept(seen));
    const { signal, stop } = input;
    this.coordinator = new WriteCoordinator(this.world, journal, options, signal, reservations, stop);
    this.#writing = checks.filter(({ rule }) => isWrite(rule));
  }

  /** Runs the write checks, phase by phase, and confirms their failures. */
  async write(): Promise<void> {
    // A write to records of one kind may change those of another.
    await Promise.all(this.world.described.kinds.map((kind) => this.coordinator.spread.begin(kind)));
    for (const phase of phasesOf(this.#writing)) {
      const withoutRecords = await this.#writeTogether(phase);
      await this.#writeAlone(withoutRecords);
      await this.#confirmWrites(phase.checks);
    }
  }

  /** Runs the checks that read what a write created, while it can still be read. */
  async read(): Promise<void> {
    const reading = this.checks.filter(({ rule }) => !isWrite(rule) && !isJudge(rule));
    await Promise.all(reading.map(async (check) => this.done(await this.#readOnce(check))));
  }

  /** Reports what the judge checks found in the responses to writes; the writes behind a failure are sent again. */
  async judge(): Promise<void> {
    const refusals = refusalsOf([...this.#written.values()]);
    const judged = this.checks.filter(({ rule }) => isJudge(rule));
    const first = judged.map((check) => judgeResult(check, this.#judges.first, refusals));
    const failed = first.filter(isFailed);
    const second = ({ check }: Result) => judgeResult(check, this.#judges.second, refusals);
    await this.#rerunSources(failed);
    await this.#repeatSources(failed.filter((result) => !reproduces(result, second(result))));
    for (const result of first)
      this.done(isFailed(result) ? await compared(this.world, result, second(result)) : result);
  }

  /** Runs the checks of a phase; returns those for which the target left no records. */
  async #writeTogether({ checks, atOnce }: Phase): Promise<PlannedCheck[]> {
    const withoutRecords: PlannedCheck[] = [];
    // Known before any check starts: checks that need records without earlier writes have to be the first to take some.
    const weights = new Map<PlannedCheck['operation'], number>();
    for (const { operation } of checks)
      if (!weights.has(operation)) weights.set(operation, await this.#weightOf(operation));
    await inParallel(checks, atOnce, async (check) => {
      let lacks = false;
      const noRecords = (own: Result) => {
        lacks = true;
        return own;
      };
      const result = await this.#turns.run(weights.get(check.operation) ?? 0, () =>
        this.#writeOnce(check, { noRecords }),
      );
      if (lacks) withoutRecords.push(check);
      else this.#record(result);
    });
    return withoutRecords;
  }

  /** The weight of a page of the list of the records that an operation writes to: its checks may compare all of them. */
  async #weightOf(operation: PlannedCheck['operation']): Promise<number> {
    const kind = this.coordinator.kindOf(operation.id);
    return kind === null ? 0 : weightOf(await plainAnswer(this.world, this.world.operation(kind.list)));
  }

  /**
   * Runs checks one by one: a write that reaches other records spoils the proofs of concurrent checks, so these may well
   * get records now.
   */
  async #writeAlone(checks: readonly PlannedCheck[]): Promise<void> {
    if (checks.length > 0) await this.coordinator.resetForRerun();
    for (const check of decisiveFirst(checks)) this.#record(await this.#writeOnce(check));
  }

  /** Re-runs the checks that failed, and reports what both runs show. */
  async #confirmWrites(checks: readonly PlannedCheck[]): Promise<void> {
    const failed = checks.flatMap(({ id }) => this.#written.get(id) ?? []).filter(isFailed);
    if (failed.length === 0) return;
    const second = await this.#rerun(failed.map(({ check }) => check));
    const both: Result[] = [];
    for (const result of failed) {
      const confirmed = await this.#confirmed(result, second.get(result.check.id) ?? result);
      both.push(await lasting(this.coordinator, result, confirmed));
    }
    for (const result of await onlyStableFields(this.coordinator, both)) {
      this.#noteDamage(result);
      this.done(result);
    }
  }

  /**
   * What two runs of a check show. If a re-run with other records does not reproduce the first, one with the same records
   * decides: a fault may depend on what these hold, and which records a check gets must not decide its outcome.
   */
  async #confirmed(first: Result, second: Result): Promise<Result> {
    const { check, held = [] } = first;
    if (reproduces(first, second) || sameJson(held, second.held ?? [])) return compared(this.world, first, second);
    const third = await this.#again(() => this.#writeOnce(check, { again: held }));
    return compared(this.world, first, reproduces(first, third) ? third : second);
  }

  /** Remembers which fields, and which other records, writes change by a confirmed failure. */
  #noteDamage(result: Result): void {
    const kind = isFailed(result) ? this.coordinator.kindOf(result.check.operation.id) : null;
    if (kind === null) return;
    this.coordinator.damage.record(kind, damagedFields(this.world, result, kind));
    for (const { difference } of result.evidence)
      if (difference.spreads) this.coordinator.spread.record(difference.spreads);
  }

  /** Re-runs the write checks that sent the requests in which judge checks failed. */
  async #rerunSources(failed: readonly Result[]): Promise<void> {
    // The writes of a failed check were sent again when its failure was confirmed.
    const again = this.#sourcesOf(failed).filter(({ id }) => this.#written.get(id)?.outcome !== 'fail');
    if (again.length > 0) await this.#rerun(again);
  }

  /** Re-runs them with the records that they had at first, as `#confirmed` does. */
  async #repeatSources(failed: readonly Result[]): Promise<void> {
    for (const check of this.#sourcesOf(failed)) {
      const { held = [] } = this.#written.get(check.id) ?? {};
      if (held.length > 0) await this.#again(() => this.#writeOnce(check, { again: held }));
    }
  }

  #sourcesOf(failed: readonly Result[]): PlannedCheck[] {
    const sources = new Set(failed.flatMap(({ evidence }) => sourcesIn(evidence)));
    return this.#writing.filter(({ id }) => sources.has(id));
  }

  /** Runs checks again, one by one, on restored records; the results by check id. */
  async #rerun(checks: readonly PlannedCheck[]): Promise<ReadonlyMap<string, Result>> {
    const results = new Map<string, Result>();
    await this.#again(async () => {
      for (const check of decisiveFirst(checks)) {
        // If the target rejects its own values, no records are left for a re-run, and the first result stands.
        const noRecords = (own: Result) => this.#written.get(check.id) ?? own;
        results.set(check.id, await this.#writeOnce(check, { noRecords }));
      }
    });
    return results;
  }

  /** Does what is part of a re-run; judges keep its responses apart. */
  async #again<Value>(part: () => Promise<Value>): Promise<Value> {
    this.#listening = this.#judges.second;
    await this.coordinator.resetForRerun();
    const value = await part();
    this.#listening = this.#judges.first;
    return value;
  }

  #writeOnce(check: PlannedCheck, options?: WriteOptions): Promise<Result> {
    return writeOnce(check, this.coordinator, this.input.seed, options);
  }

  /** Keeps the first result of a check; a failure is reported only after a re-run. */
  #record(result: Result): void {
    this.#written.set(result.check.id, result);
    if (!isFailed(result)) this.done(result);
  }

  async #readOnce(check: PlannedCheck): Promise<Result> {
    const { operation } = check;
    const { input, world } = this;
    try {
      const params = await world.params(operation);
      const answer = await world.session.ask({ operation, params, fresh: true });
      // How long it can be read is unspecified, and so is the status of an id that no longer exists; any other status is
      // for the rules to judge.
      if ([400, 404, 410].includes(answer.status)) {
        return withoutEvidence(check, 'inconclusive', `what a write created can no longer be read: ${answer.summary}`);
      }
      const first = await askOnce(check, world, input.seed, null);
      if (!isFailed(first)) return first;
      const again = freshWorld(input, unboundedLedger(input.budget), true);
      again.provide(operation, params);
      return await rerunAsk(input, [again], first);
    } catch (error) {
      if (error instanceof Inconclusive) return withoutEvidence(check, 'inconclusive', error.message, error.blockedBy);
      throw error;
    }
  }
}

/** The checks that sent the requests behind evidence; of those without a response few, because each waits for one again. */
function sourcesIn(evidence: Result['evidence']): string[] {
  const seen = evidence.flatMap((one) => one.seen ?? []);
  const idsOf = (isOpen: boolean) =>
    seen.flatMap(({ by, unanswered = false }) => (by !== undefined && unanswered === isOpen ? [by] : []));
  return [...idsOf(false), ...[...new Set(idsOf(true))].sort().slice(0, FEW_WAITING)];
}

function decisiveFirst(checks: readonly PlannedCheck[]): PlannedCheck[] {
  const place = ({ rule }: PlannedCheck) => (isWrite(rule) && rule.decisive === true ? 0 : 1);
  return checks.toSorted((a, b) => place(a) - place(b));
}

/** Runs checks with limited concurrency. */
async function inParallel(
  checks: readonly PlannedCheck[],
  atOnce: number,
  run: (check: PlannedCheck) => Promise<void>,
): Promise<void> {
  const limit = pLimit(atOnce);
  await Promise.all(checks.map((check) => limit(() => run(check))));
}

/** Why writes do not apply, by area: if every write check there says so. */
function refusalsOf(written: readonly Result[]): ReadonlyMap<string, string> {
  const areas = [...new Set(written.map(({ check }) => check.operation.area))];
  return new Map(
    areas.flatMap((area) => {
      const own = written.filter(({ check }) => check.operation.area === area);
      const [first] = own;
      const all = own.every(({ outcome }) => outcome === 'not-applicable');
      return all && first?.reason ? [[area, first.reason] as const] : [];
    }),
  );
}

function judgeResult(check: PlannedCheck, judges: JudgeStates, refusals: ReadonlyMap<string, string>): Result {
  const refusal = refusals.get(check.operation.area);
  if (refusal !== undefined) return withoutEvidence(check, 'not-applicable', refusal);
  const none = 'no response to a write, or none with the data that this check needs';
  return judges.resultOf(check) ?? withoutEvidence(check, 'inconclusive', none);
}

function isFailed({ outcome }: Result): boolean {
  return outcome === 'fail';
}
