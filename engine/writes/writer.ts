import type { RecordKind } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { Redaction } from '../client/redaction.js';
import { isRecord } from '../session/page.js';
import type { Session, Write } from '../session/session.js';
import { Inconclusive } from '../session/signals.js';
import type { Journal } from './journal.js';
import { type Fields, fieldsOf } from './record-fields.js';
import { afterAbort, Stop } from './stop.js';

/** What a write may change, and what it gives the records. */
export interface Reach {
  readonly kind: RecordKind;
  readonly ids: readonly string[];
  readonly sent: Fields;
  /** Fields that it may give any value, since its body is not one that the document describes. */
  readonly anyValue?: readonly string[];
  /** The check that sends it, where it may be about records that the check does not have. */
  readonly wideBy?: string;
}

/** An answer to a write, and the number under which the journal holds it. */
export interface Sent {
  readonly answer: Answer;
  readonly n: number;
}

/** How long the answer to a write is waited for once the run is interrupted, in milliseconds. */
const PATIENCE_MS = 1000;

/** Sends what writes: never without an entry in the journal, and nothing once the run is interrupted or cannot restore. */
export class Writer {
  readonly #redaction: Redaction;
  readonly #stop = new Stop();
  /** By number, the check at work that has sent a write which may be about records that it does not have. */
  readonly #wide = new Map<number, string>();

  constructor(
    readonly session: Session,
    readonly journal: Journal,
    /** Why nothing more may be written; `null` where it may. */
    private readonly stopped: () => string | null,
    signal: AbortSignal | undefined,
  ) {
    afterAbort(signal, PATIENCE_MS, () => this.#stop.now(new Inconclusive('the run was interrupted')));
    const { withheld, headerNames } = session.target;
    this.#redaction = new Redaction(withheld, headerNames);
  }

  /** Whether a credential occurs in fields of the target: a journal must not hold it, so they cannot be put back. */
  isSecret(fields: Fields): boolean {
    return this.#redaction.finds(JSON.stringify(fields));
  }

  /** Sends a write whose records the journal already holds as they were. */
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
    const answer = await this.session.write(write);
    const told = outcomeIn(answer, kind, write.operation.id);
    this.journal.note({ type: 'answer', n, status: answer.status, ...(this.isSecret(told) ? {} : told) });
    return answer;
  }

  /** Whether a check that is still at work has sent a write, and will see to what it has hit. */
  isWide(n: number): boolean {
    return this.#wide.has(n);
  }

  /** A check is over. */
  endCheck(check: string): void {
    for (const [n, by] of this.#wide) if (by === check) this.#wide.delete(n);
  }

  /** Takes down that a task has ended. */
  ended(task: string, afterMs: number): void {
    for (const { n, answer } of this.journal.state.open()) {
      if (answer?.task === task) this.journal.note({ type: 'ended', n, afterMs });
    }
  }

  /** Takes a record that a write has changed by mistake among those that are restored. */
  adopt(kind: RecordKind, id: string, before: Fields, sent: Fields): void {
    const n = this.journal.nextWrite();
    const write = { type: 'write', n, operation: kind.update, kind: kind.id, ids: [id], sent } as const;
    this.journal.note({ type: 'before', kind: kind.id, id, fields: before }, write, { type: 'answer', n, status: 200 });
  }

  /** Sends a removal, which nothing undoes. */
  async remove(write: Write, from: string, removed: readonly string[]): Promise<Answer> {
    this.assertMayWrite();
    await this.journal.append({ type: 'removal', from, removed });
    this.assertMayWrite();
    return this.session.write(write);
  }

  /** Throws Inconclusive once nothing more is written, so that no check goes on to wait for anything. */
  assertMayWrite(): void {
    const reason = this.stopped();
    if (reason !== null) throw new Inconclusive(reason);
  }
}

/** What the answer to a write says of the record, or which task it started. */
function outcomeIn({ json }: Answer, kind: RecordKind, operation: string): { fields?: Fields; task?: string } {
  if (json.problem !== undefined || !isRecord(json.value)) return {};
  if (operation === kind.update) return { fields: fieldsOf(kind, json.value) };
  const { id } = json.value;
  return operation === kind.bulk.operation && typeof id === 'string' && id !== '' ? { task: id } : {};
}
