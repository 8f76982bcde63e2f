import type { RecordKind } from '../../contract/types.js';
import type { JsonRecord } from '../session/page.js';
import type { Candidate } from './candidate.js';
import type { OwnValues } from './own-values.js';
import type { RecordLeases } from './record-leases.js';

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
   * Whether an update with the values of a record would lose an empty text; false where no other record can show it. `own`
   * are the records of the check that needs to know, which waits for those of other checks.
   */
  async areLost(record: JsonRecord, own: readonly Candidate[]): Promise<boolean> {
    const empty = Object.values(this.kind.members).filter((name) => record[name] === '');
    for (const name of empty) if ((await this.#isKept(name, own)) === false) return true;
    return false;
  }

  async #isKept(name: string, own: readonly Candidate[]): Promise<boolean | null> {
    for (;;) {
      const known = this.#kept.get(name);
      if (known !== undefined) return known;
      const ready = [...this.leases.candidates].find(
        (one) => one.standing === 'proven' && (!one.held || own.includes(one)) && this.#hasText(one, name),
      );
      if (ready !== undefined) {
        const trying = this.#try(ready, name, own);
        this.#kept.set(name, trying);
        return trying;
      }
      if (![...this.leases.candidates].some((one) => one.held && !own.includes(one) && isSure(one))) return null;
      await this.leases.change();
    }
  }

  async #try(one: Candidate, name: string, own: readonly Candidate[]): Promise<boolean> {
    if (own.includes(one)) return this.ownValues.keepsEmpty(one.id, this.originals.get(one.id) ?? {}, name);
    this.leases.hold([one]);
    const trying = this.ownValues.keepsEmpty(one.id, this.originals.get(one.id) ?? {}, name);
    return trying.finally(() => this.leases.release([one]));
  }

  #hasText({ id }: Candidate, name: string): boolean {
    const text = this.originals.get(id)?.[name];
    return typeof text === 'string' && text.trim() !== '';
  }
}

/** Whether the values of a record may be proven to be accepted, or are. */
const isSure = ({ restores, doubtful, standing }: Candidate): boolean =>
  restores === 'all' && !doubtful && (standing === 'untried' || standing === 'proven');
