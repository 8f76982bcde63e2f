import type { RecordKind } from '../../contract/types.js';
import type { JsonRecord } from '../session/page.js';
import type { World } from '../session/world.js';
import { isRecordId } from '../target/record-id.js';
import { doubtfulTextsIn } from './doubtful-texts.js';
import { firstRecords } from './listed-records.js';
import { readById } from './reading.js';

/** The maximum number of referenced records that are read because the first page of their list does not show them. */
const READ_ONE_BY_ONE = 24;

/**
 * Finds records with values that a target may hold and yet reject or change in an update: an empty text, which may be
 * stored as null, markup, a long text, one that may be normalized, and the id of a record that no longer exists or is
 * disabled.
 */
export class DoubtfulValues {
  readonly #known = new Map<string, Promise<boolean>>();
  #reads = 0;

  constructor(
    private readonly world: World,
    private readonly kind: RecordKind,
  ) {}

  /** Whether an update with the values of a record may be rejected, or may not restore them. */
  async isDoubtful(record: JsonRecord): Promise<boolean> {
    return doubtfulTextsIn(this.kind, record) > 0 || (await this.referencesIn(record)).length > 0;
  }

  /** The fields of a record with the id of another one that no longer exists or is disabled. */
  async referencesIn(record: JsonRecord): Promise<string[]> {
    const found: string[] = [];
    for (const { id, read } of Object.values(this.kind.copies)) {
      const referenced = record[id];
      if (isRecordId(referenced) && !(await this.#exists(read, referenced))) found.push(id);
    }
    return found;
  }

  /** Whether a referenced record exists and is enabled; assumed if it cannot be read. */
  #exists(read: string, id: string): Promise<boolean> {
    const key = id.toLowerCase();
    const known = this.#known.get(key) ?? this.#look(read, key, id);
    this.#known.set(key, known);
    return known;
  }

  async #look(read: string, key: string, id: string): Promise<boolean> {
    const { world } = this;
    const kind = world.described.kinds.find((one) => one.read === read);
    const listed = kind === undefined ? [] : await firstRecords(world, kind);
    const found = listed.find((one) => String(one.id).toLowerCase() === key);
    if (found !== undefined) return found.isEnabled !== false;
    if (this.#reads >= READ_ONE_BY_ONE) return true;
    this.#reads += 1;
    const { record, answer } = await readById(world.session, world.operation(read), id);
    return record === null ? ![400, 404, 410].includes(answer.status) : record.isEnabled !== false;
  }
}
