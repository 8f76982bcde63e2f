import type { RecordKind } from '../../contract/types.js';
import type { JsonRecord } from '../session/page.js';
import type { Candidate } from './candidate.js';
import type { DoubtfulValues } from './doubtful-values.js';
import type { OwnValues } from './own-values.js';
import type { RecordLeases } from './record-leases.js';
import { doubtsOf, isDoubtfulText } from './text-doubts.js';

/** With fewer records, nothing is risked for an empty text. */
const FEW = 3;
/** A text that was tried in a field, with its doubts, and whether the target kept it. */
interface Tried {
  readonly kind: string;
  readonly length: number;
  readonly isKept: Promise<boolean>;
}

/**
 * Learns whether a target keeps a doubtful text, or the id of a record that is gone, before the record that has it is written to:
 * a target may hold values from before that no update would set back. Tried with a record that has another text in the same field.
 */
export class DoubtfulTexts {
  readonly #tried: Tried[] = [];
  /** The records of the checks that wait here: nothing waits for them. */
  readonly #waiting = new Set<readonly Candidate[]>();

  constructor(
    private readonly kind: RecordKind,
    private readonly leases: RecordLeases,
    private readonly ownValues: OwnValues,
    /** A record as it was before the run wrote to it, or as it was listed. */
    private readonly known: (id: string) => JsonRecord | undefined,
    private readonly doubts: Pick<DoubtfulValues, 'referencesOf' | 'countIn'>,
    /** Tests whether the target accepts the values of a record. */
    private readonly prove: (candidate: Candidate) => Promise<unknown>,
  ) {}

  /**
   * Whether an update of a record could lose one of its texts. Where no other record can show it, an empty one counts as lost
   * only if there are hardly any others, so that little is left untested. `own` are the records of the check that needs to know,
   * which waits for those of other checks; `null` if it has begun, so that it would wait for its own.
   */
  async areLost(record: JsonRecord, own: readonly Candidate[] | null): Promise<boolean> {
    const isLone = [...this.leases.candidates].length < FEW;
    for (const name of Object.values(this.kind.members)) {
      const text = record[name];
      const isReference = this.doubts.referencesOf(record).includes(name);
      if (typeof text !== 'string' || !(isReference || doubtsOf(text).length > 0)) continue;
      // A target may accept the id of a record that is disabled, and not that of one that is gone.
      const kind = [name, ...(isReference ? [text.toLowerCase()] : doubtsOf(text))].join(' ');
      const isKept = await this.#isKept(name, text, { kind, own });
      if (!(isKept ?? !(isLone && text === ''))) return true;
    }
    return false;
  }

  async #isKept(
    name: string,
    text: string,
    { kind, own }: { readonly kind: string; readonly own: readonly Candidate[] | null },
  ): Promise<boolean | null> {
    for (;;) {
      const known = await this.#known(kind, text.length);
      if (known !== null) return known;
      const proven = [...this.leases.candidates].filter(
        (one) =>
          one.standing === 'proven' && (!one.held || own?.includes(one) === true) && this.#hasPlainText(one, name),
      );
      // Reads of a replica that is behind would show a record of the check itself as the trial left it.
      const ready = proven.find(({ held }) => !held) ?? proven[0];
      if (ready !== undefined) {
        const isKept = this.#try(ready, name, text);
        this.#tried.push({ kind, length: text.length, isKept });
        return isKept;
      }
      const untried = this.#untried();
      if (untried !== undefined) await this.#hold(untried, () => this.prove(untried));
      else if (own === null || ![...this.leases.candidates].some((one) => this.#isAwaited(one, name, own))) return null;
      else {
        this.#waiting.add(own);
        await this.leases.change().finally(() => this.#waiting.delete(own));
      }
    }
  }

  /** What a text of the same kind has shown: a longer one that was kept, or a shorter one that was not. */
  async #known(kind: string, length: number): Promise<boolean | null> {
    for (const one of this.#tried.filter((tried) => tried.kind === kind)) {
      const isKept = await one.isKept;
      if (!/ long\b/.test(kind) || (isKept ? one.length >= length : one.length <= length)) return isKept;
    }
    return null;
  }

  #try(one: Candidate, name: string, text: string): Promise<boolean> {
    return this.#hold(one, () => this.ownValues.keeps(one.id, this.known(one.id) ?? {}, name, text));
  }

  /** Does something with a record, which no other check gets in the meantime. */
  async #hold<T>(one: Candidate, act: () => Promise<T>): Promise<T> {
    const isFree = !one.held;
    if (isFree) this.leases.hold([one]);
    try {
      return await act();
    } finally {
      if (isFree) this.leases.release([one]);
    }
  }

  /** A free record with plain texts only, of which is not known yet whether the target accepts its values. */
  #untried(): Candidate | undefined {
    const isPlain = ({ id }: Candidate) => this.doubts.countIn(this.known(id) ?? {}) === 0;
    const isFree = ({ held, chosen }: Candidate) => !held && chosen;
    return [...this.leases.candidates].find(
      (one) => one.restores === 'all' && one.standing === 'untried' && isFree(one) && isPlain(one),
    );
  }

  /** Whether another check may prove that the target accepts the values of a record, and returns it. */
  #isAwaited(one: Candidate, name: string, own: readonly Candidate[]): boolean {
    const isWaiting = [own, ...this.#waiting].some((records) => records.includes(one));
    return one.held && mayBeProven(one) && !isWaiting && this.#hasPlainText(one, name);
  }

  /** Whether a record has a text that an update can set back. */
  #hasPlainText({ id }: Candidate, name: string): boolean {
    const record = this.known(id) ?? {};
    const text = record[name];
    return typeof text === 'string' && !isDoubtfulText(text) && !this.doubts.referencesOf(record).includes(name);
  }
}

/** Whether the values of a record may be proven to be accepted, or are. */
const mayBeProven = ({ restores, standing }: Candidate): boolean =>
  restores === 'all' && (standing === 'untried' || standing === 'proven');
