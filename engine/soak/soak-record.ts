import type { Check, RunReport, SoakReport } from '../../schemas/generated/touchstone.js';
import type { Answer } from '../client/answer.js';
import type { CheckProgress } from '../target/options.js';
import { errorKind } from './error-kind.js';
import { Latency } from './latency.js';

/** Where the reason of a check refers to an exchange: the report of a soak has none. */
const OF_EXCHANGE = / \(response of the re-run: exchange \w+\)$/;

type Window = SoakReport['windows'][number];
type SoakCheck = SoakReport['checks'][number];
type ErrorCounts = Map<string, number>;

interface WindowRecord {
  requests: number;
  readonly latency: Latency;
  readonly errors: ErrorCounts;
  readonly decided: { passed: number; inconclusive: number };
  /** The ids of the checks with a difference that was seen in this window, by their level. */
  readonly failed: Map<string, Check['level']>;
}

interface CheckRecord extends Pick<SoakCheck, 'id' | 'level'> {
  passed: number;
  failed: number;
  inconclusive: number;
  /** The first difference, or else the first reason. */
  message: string | null;
  readonly windows: Set<number>;
}

/** What a soak has seen so far: by window of time, by operation and by check. Its size does not depend on the time. */
export class SoakRecord {
  readonly #windows: WindowRecord[];
  readonly #operations = new Map<string, { readonly latency: Latency; readonly errors: ErrorCounts }>();
  readonly #checks = new Map<string, CheckRecord>();
  #errorsAtEnd = 0;

  constructor(
    /** When the soak began, in milliseconds since the epoch. */
    private readonly startedAt: number,
    private readonly windowMs: number,
    count: number,
  ) {
    this.#windows = Array.from({ length: count }, () => ({
      requests: 0,
      latency: new Latency(),
      errors: new Map(),
      decided: { passed: 0, inconclusive: 0 },
      failed: new Map(),
    }));
  }

  /** Counts a request, retries included; not one that still waited for its turn when the soak ended. */
  attempt(answer: Answer): void {
    if (answer.number === 0 && answer.failure?.kind === 'aborted') return;
    const window = this.#windowAt(answer.startedAt);
    window.requests += 1;
    const kind = errorKind(answer);
    if (kind !== null) count(window.errors, kind);
    if (kind !== null) this.#errorsAtEnd += 1;
    else if (answer.failure === null) this.#errorsAtEnd = 0;
  }

  /** Counts the last response to a request of an operation. */
  answer(operation: string, answer: Answer): void {
    const own = this.#operations.get(operation) ?? { latency: new Latency(), errors: new Map() };
    this.#operations.set(operation, own);
    const kind = errorKind(answer);
    if (kind !== null) count(own.errors, kind);
    if (answer.failure !== null) return;
    own.latency.add(answer.durationMs);
    this.#windowAt(answer.startedAt).latency.add(answer.durationMs);
  }

  /**
   * Counts an outcome in the window in which it was decided; failures are counted where they were seen. `isCut` means that the
   * round has been interrupted: what it has not decided is not counted.
   */
  decided({ outcome }: Pick<CheckProgress, 'outcome'>, at: number, isCut = false): void {
    const { decided } = this.#windowAt(at);
    if (outcome === 'pass') decided.passed += 1;
    if ((outcome === 'inconclusive' || outcome === 'error') && !isCut) decided.inconclusive += 1;
  }

  /** Adds the outcomes of a round. What an interrupted round has not decided is not counted. */
  round(report: RunReport): void {
    const seenAt = new Map(report.exchanges.map(({ id, startedAt }) => [id, Date.parse(startedAt)]));
    for (const check of report.checks) {
      const { id, level, outcome, findings, reason } = check;
      const counts = outcome === 'pass' || outcome === 'fail';
      const isOpen = (outcome === 'inconclusive' || outcome === 'error') && !report.interrupted;
      if (!counts && !isOpen) continue;
      const own = this.#checks.get(id) ?? newCheck(check);
      this.#checks.set(id, own);
      if (outcome === 'pass') own.passed += 1;
      else if (outcome === 'fail') own.failed += 1;
      else own.inconclusive += 1;
      if (outcome === 'fail' && own.failed === 1) own.message = findings[0]?.message ?? null;
      if (isOpen) own.message ??= reason?.replace(OF_EXCHANGE, '') ?? null;
      for (const { exchange } of outcome === 'fail' ? findings : []) {
        const window = this.#indexAt(seenAt.get(exchange ?? '') ?? Date.parse(report.startedAt));
        own.windows.add(window);
        this.#windows[window]?.failed.set(id, level);
      }
    }
  }

  /** The windows up to a time in milliseconds since the beginning. */
  windows(durationMs: number): Window[] {
    return this.#windows.flatMap(({ requests, latency, errors, decided, failed }, index): Window[] => {
      const fromMs = index * this.windowMs;
      const toMs = Math.min(fromMs + this.windowMs, durationMs);
      if (toMs <= fromMs) return [];
      const levels = [...failed.values()];
      const { summary } = latency;
      const window = {
        fromMs,
        toMs: Math.round(toMs),
        requests,
        rps: Math.round((requests / (toMs - fromMs)) * 10_000) / 10,
        checks: {
          ...decided,
          failed: levels.filter((level) => level === 'must').length,
          warnings: levels.filter((level) => level === 'should').length,
        },
        errors: errorsOf(errors),
      };
      return [summary === null ? window : { ...window, latency: summary }];
    });
  }

  /** The operations that got a response or an error, in alphabetical order. */
  get operations(): SoakReport['operations'] {
    return [...this.#operations]
      .map(([id, { latency, errors }]) => {
        const operation = { id, errors: errorsOf(errors) };
        const { summary } = latency;
        return summary === null ? operation : { ...operation, latency: summary };
      })
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** The checks that failed, or whose outcome was not always the same; those that failed most often first. */
  get checks(): SoakCheck[] {
    return [...this.#checks.values()]
      .filter(({ passed, failed, inconclusive }) => failed > 0 || (passed > 0 && inconclusive > 0))
      .map(({ windows, ...check }) => ({ ...check, windows: [...windows].sort((one, other) => one - other) }))
      .toSorted((one, other) => other.failed - one.failed || (one.id < other.id ? -1 : 1));
  }

  get requests(): number {
    return this.#windows.reduce((sum, { requests }) => sum + requests, 0);
  }

  /** How many of the last requests had no response but an error. */
  get errorsAtEnd(): number {
    return this.#errorsAtEnd;
  }

  /** All errors by kind, the most frequent first. */
  get errors(): SoakReport['errors'] {
    const all: ErrorCounts = new Map();
    for (const { errors } of this.#windows) for (const [kind, number] of errors) count(all, kind, number);
    return errorsOf(all);
  }

  #windowAt(time: number): WindowRecord {
    return this.#windows[this.#indexAt(time)] as WindowRecord;
  }

  /** The window of a time; what ends after the last one belongs to it. */
  #indexAt(time: number): number {
    const index = Math.floor((time - this.startedAt) / this.windowMs);
    return Math.min(Math.max(index, 0), this.#windows.length - 1);
  }
}

function newCheck({ id, level }: Check): CheckRecord {
  return { id, level, passed: 0, failed: 0, inconclusive: 0, message: null, windows: new Set() };
}

function count(counts: ErrorCounts, kind: string, number = 1): void {
  counts.set(kind, (counts.get(kind) ?? 0) + number);
}

function errorsOf(counts: ErrorCounts): SoakReport['errors'] {
  return [...counts]
    .map(([kind, number]) => ({ kind, count: number }))
    .toSorted((one, other) => other.count - one.count);
}
