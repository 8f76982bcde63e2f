import type { RecordKind } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { isRecord } from '../session/page.js';
import type { Session, Write } from '../session/session.js';
import { Inconclusive } from '../session/signals.js';
import { holdsCredential } from './holds-credential.js';
import type { Journal } from './journal.js';
import { type Fields, fieldsOf } from './record-fields.js';
import { afterAbort, Stop } from './stop.js';
import { taskOf } from './task.js';

/** The records and fields that a write may change, and the values it sets. */
export interface Reach {
  readonly kind: RecordKind;
  readonly ids: readonly string[];
  readonly sent: Fields;
  /** Fields that it may set to any value, because the document does not describe its body. */
  readonly anyValue?: readonly string[];
  /** The check that sends it, if it may affect records that the check does not own. */
  readonly wideBy?: string;
}

/** The response to a write, and its number in the journal. */
export interface Sent {
  readonly answer: Answer;
  readonly n: number;
}

/** The number of characters by which bodies are distinguished. */
const LONGEST = 2000;

/** How long to wait for the response to a write after an interrupt, in milliseconds. */
const PATIENCE_MS = 1000;

/** Sends writes: never without an entry in the journal, and none once the run is interrupted or cannot restore. */
export class Writer {
  readonly #stop = new Stop();
  /** By its body, when a write of an operation was sent, the last two times, from `performance.now()`. */
  readonly #sentAt = new Map<string, number[]>();
  /** By number of the write, the running check that sent a write which may affect records that it does not own. */
  readonly #wide = new Map<number, string>();

  constructor(
    readonly session: Session,
    readonly journal: Journal,
    /** Why no more writes may be sent; `null` if they may. */
    private readonly stopped: () => string | null,
    signal: AbortSignal | undefined,
  ) {
    afterAbort(signal, PATIENCE_MS, () => this.#stop.now(new Inconclusive(this.stopped() ?? 'the run was stopped')));
  }

  /** Whether fields contain a credential of the run: its token may have been renewed since the last write. */
  isSecret(fields: Fields): boolean {
    return holdsCredential(this.session.target, fields);
  }

  /** Sends a write; the journal already contains the original values of its records. */
  async send(write: Write, reach: Reach): Promise<Sent> {
    this.assertMayWrite();
    const n = this.journal.nextWrite();
    if (reach.wideBy !== undefined) this.#wide.set(n, reach.wideBy);
    return { n, answer: await this.#stop.wait(this.journal.underWay(n, this.#carryOut(n, write, reach))) };
  }

  async #carryOut(n: number, write: Write, { kind, ids, sent, anyValue, wideBy }: Reach): Promise<Answer> {
    await this.journal.append({
      type: 'write',
      n,
      operation: write.operation.id,
      kind: kind.id,
      ids,
      sent,
      ...(anyValue !== undefined && { anyValue }),
      ...(wideBy !== undefined && { wide: true }),
    });
    if (this.stopped() !== null) this.journal.note({ type: 'ended', n, afterMs: 0 });
    this.assertMayWrite();
    const key = keyOf(write.operation.id, write.body);
    this.#sentAt.set(key, [...(this.#sentAt.get(key) ?? []).slice(-1), performance.now()]);
    const answer = await this.session.write(write);
    const outcome = outcomeIn(answer, kind, write.operation.id);
    this.journal.note({ type: 'answer', n, status: answer.status, ...(this.isSecret(outcome) ? {} : outcome) });
    return answer;
  }

  /** Whether writes of an operation with this body were sent so shortly one after the other, in milliseconds, most recently. */
  isRepeated(operation: string, body: string, withinMs: number): boolean {
    const [last, before] = (this.#sentAt.get(keyOf(operation, body)) ?? []).toReversed();
    return last !== undefined && before !== undefined && last - before < withinMs;
  }

  /** Whether a running check sent this write, and will handle other records that it reached. */
  isWide(n: number): boolean {
    return this.#wide.has(n);
  }

  /** Records that a check has ended. */
  endCheck(check: string): void {
    for (const [n, by] of this.#wide) if (by === check) this.#wide.delete(n);
  }

  /** Records that a task has ended. */
  ended(task: string, afterMs: number): void {
    for (const { n, answer } of this.journal.state.open()) {
      if (answer?.task === task) this.journal.note({ type: 'ended', n, afterMs });
    }
  }

  /**
   * Adds a record that a write has changed by mistake to those that are restored. Without sent values the run may not have
   * changed it, so that only a forced undo restores it.
   */
  adopt(kind: RecordKind, id: string, before: Fields, sent: Fields): void {
    const n = this.journal.nextWrite();
    const isWide = Object.keys(sent).length === 0 ? { wide: true as const } : {};
    const write = { type: 'write', n, operation: kind.update, kind: kind.id, ids: [id], sent, ...isWide } as const;
    this.journal.note({ type: 'before', kind: kind.id, id, fields: before }, write, { type: 'answer', n, status: 200 });
  }

  /** Sends a removal, which cannot be undone. */
  async remove(write: Write, from: string, removed: readonly string[]): Promise<Answer> {
    this.assertMayWrite();
    await this.journal.append({ type: 'removal', from, removed });
    this.assertMayWrite();
    return this.session.write(write);
  }

  /** Throws Inconclusive once no more writes are sent, so that no check waits for anything. */
  assertMayWrite(): void {
    const reason = this.stopped();
    if (reason !== null) throw new Inconclusive(reason);
  }
}

/** Long bodies are none that are sent again. */
const keyOf = (operation: string, body = ''): string => `${operation} ${body.slice(0, LONGEST)}`;

/** The record in the response to a write, or the task it started. */
function outcomeIn(answer: Answer, kind: RecordKind, operation: string): { fields?: Fields; task?: string } {
  if (operation === kind.update) return isRecord(answer.value) ? { fields: fieldsOf(kind, answer.value) } : {};
  const task = operation === kind.bulk.operation ? taskOf(answer) : null;
  return task === null ? {} : { task };
}
