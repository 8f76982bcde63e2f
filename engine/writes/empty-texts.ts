import type { RecordKind } from '../../contract/types.js';
import type { JsonRecord } from '../session/page.js';
import type { Candidate } from './candidate.js';
import type { OwnValues } from './own-values.js';
import type { RecordLeases } from './record-leases.js';

/** With fewer records, nothing is risked. */
const FEW = 3;

/**
 * Learns whether a target keeps an empty text before the values of a record that has one are sent: a target that stores it as
 * null may show some from before, and no update would set them back. Tried with a record that has another text.
 */
export class EmptyTexts {
  readonly #kept = new Map<string, Promise<boolean>>();

  constructor(
    private readonly kind: RecordKind,
    private readonly leases: RecordLeases,
    private readonly ownValues: OwnValues,
    /** The records as they were before the run wrote to them, by id. */
    private readonly originals: ReadonlyMap<string, JsonRecord>,
  ) {}

  /**
   * Whether an update with the values of a record would lose an empty text. Where no other record can show it, it counts as lost
   * only if there are hardly any others, so that little is left untested. `own` are the records of the check that needs to know,
   * which waits for those of other checks; `null` if it has begun, so that it would wait for its own.
   */
  async areLost(record: JsonRecord, own: readonly Candidate[] | null): Promise<boolean> {
    const empty = Object.values(this.kind.members).filter((name) => record[name] === '');
    const isLone = [...this.leases.candidates].length < FEW;
    for (const name of empty) if (!((await this.#isKept(name, own)) ?? !isLone)) return true;
    return false;
  }

  async #isKept(name: string, own: readonly Candidate[] | null): Promise<boolean | null> {
    for (;;) {
      const known = this.#kept.get(name);
      if (known !== undefined) return known;
      const ready = [...this.leases.candidates].find(
        (one) => one.standing === 'proven' && (!one.held || own?.includes(one) === true) && this.#hasText(one, name),
      );
      if (ready !== undefined) {
        const trying = this.#try(ready, name);
        this.#kept.set(name, trying);
        return trying;
      }
      const isAwaited = (one: Candidate) => one.held && own?.includes(one) === false && isSure(one);
      if (![...this.leases.candidates].some(isAwaited)) return null;
      await this.leases.change();
    }
  }

  /** Tries it with a record, which no other check gets in the meantime. */
  async #try(one: Candidate, name: string): Promise<boolean> {
    const isFree = !one.held;
    if (isFree) this.leases.hold([one]);
    try {
      return await this.ownValues.keeps(one.id, this.originals.get(one.id) ?? {}, name, '');
    } finally {
      if (isFree) this.leases.release([one]);
    }
  }

  #hasText({ id }: Candidate, name: string): boolean {
    const text = this.originals.get(id)?.[name];
    return typeof text === 'string' && text.trim() !== '';
  }
}

/** Whether the values of a record may be proven to be accepted, or are. */
const isSure = ({ restores, doubtful, standing }: Candidate): boolean =>
  restores === 'all' && !doubtful && (standing === 'untried' || standing === 'proven');
