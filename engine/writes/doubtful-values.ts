import type { RecordKind } from '../../contract/types.js';
import type { JsonRecord } from '../session/page.js';
import type { World } from '../session/world.js';
import { isRecordId } from '../target/record-id.js';
import { firstRecords } from './listed-records.js';
import { readById } from './reading.js';
import { doubtfulTextsIn } from './text-doubts.js';

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
  /** By id in lower case, the fields of a record with the id of another one that no longer exists or is disabled. */
  readonly #references = new Map<string, readonly string[]>();

  constructor(
    private readonly world: World,
    private readonly kind: RecordKind,
  ) {}

  /** Whether an update with the values of a record may be rejected, or may not restore them. */
  async isDoubtful(record: JsonRecord): Promise<boolean> {
    const found: string[] = [];
    for (const { id, read } of Object.values(this.kind.copies)) {
      const referenced = record[id];
      if (isRecordId(referenced) && !(await this.#exists(read, referenced))) found.push(id);
    }
    this.#references.set(keyOf(record), found);
    return this.countIn(record) > 0;
  }

  /** The fields of a record that `isDoubtful` has seen with the id of another one that no longer exists or is disabled. */
  referencesOf(record: JsonRecord): readonly string[] {
    return this.#references.get(keyOf(record)) ?? [];
  }

  /** The number of doubtful texts and ids of a record that `isDoubtful` has seen. */
  countIn(record: JsonRecord): number {
    return doubtfulTextsIn(this.kind, record) + this.referencesOf(record).length;
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

const keyOf = ({ id }: JsonRecord): string => String(id).toLowerCase();
