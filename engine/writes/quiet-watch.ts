import type { RecordKind } from '../../contract/types.js';
import { differing } from '../session/differing.js';
import type { JsonRecord } from '../session/page.js';
import { pause } from '../session/pause.js';
import type { World } from '../session/world.js';
import type { JournalState, TouchedRecord } from './journal-state.js';
import { listedRecords } from './listed-records.js';
import { readById } from './reading.js';

/** The number of readings, evenly spread. */
const READS = 40;
/** The shortest and the longest watch, in milliseconds. */
const SHORTEST_MS = 40;
const LONGEST_MS = 30_000;
/** The number of listed records that are also read one by one, because a list may not show every field. */
const DETAILS = 2;

/** Records by where they are read and by id. */
type Seen = ReadonlyMap<string, { readonly id: string; readonly record: JsonRecord }>;

/**
 * Watches the records of a kind while the run writes nothing: a field that changes then is changed by another client, or
 * by itself, and proves nothing about a write.
 */
export class QuietWatch {
  /** By kind, the fields that were seen to change. */
  readonly #unstable = new Map<string, Set<string>>();

  constructor(
    private readonly world: World,
    private readonly state: JournalState,
    /** The ids of the records that checks write to; a bulk update of all records reaches many more. */
    private readonly chosen: (kind: RecordKind) => readonly string[],
  ) {}

  /**
   * The fields of a kind that change while nothing is written; the watch takes so many milliseconds, unless all the given
   * fields are known to change. Inconclusive if the list cannot be read.
   */
  async unstableFields(kind: RecordKind, names: readonly string[], ms: number): Promise<ReadonlySet<string>> {
    const unstable = this.#unstable.get(kind.id) ?? new Set<string>();
    this.#unstable.set(kind.id, unstable);
    const isKnown = () => names.every((name) => unstable.has(name));
    if (isKnown()) return unstable;
    let before = await this.#read(kind);
    if (![...before.values()].some(({ record }) => names.some((name) => name in record))) return unstable;
    const longestMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ms));
    const start = performance.now();
    for (let read = 1; read <= READS && !isKnown(); read += 1) {
      await pause(Math.max(0, start + (longestMs * read) / READS - performance.now()));
      const now = await this.#read(kind);
      for (const [key, { id, record }] of now) {
        const last = before.get(key)?.record;
        // A write of the run may take effect late, so its records must go on to change.
        if (last === undefined || (read <= READS / 2 && this.#isWritten(kind, id))) continue;
        for (const name of differing(last, record)) unstable.add(name);
      }
      before = now;
    }
    return unstable;
  }

  /**
   * The records on the first page of the list, and one by one those of the run that it does not show and a few of those
   * that were written to last.
   */
  async #read(kind: RecordKind): Promise<Seen> {
    const operation = this.world.operation(kind.read);
    const { items } = await listedRecords(this.world, kind);
    const written = this.#written(kind).filter((id, index) => index < DETAILS || !items.has(id));
    const details = await Promise.all(
      written.map(async (id) => ({ id, ...(await readById(this.world.session, operation, id)) })),
    );
    return new Map([
      ...[...items].map(([id, record]) => [`list ${id}`, { id, record }] as const),
      ...details.flatMap(({ id, record }) => (record === null ? [] : [[`detail ${id}`, { id, record }] as const])),
    ]);
  }

  /** The records that the checks write to, of those that a write has reached; the last written first. */
  #written(kind: RecordKind): string[] {
    const last = ({ all }: TouchedRecord) => all.at(-1)?.n ?? 0;
    const own = this.chosen(kind).flatMap((id) => this.state.record(kind.id, id) ?? []);
    const reached = own.filter(({ all }) => all.length > 0);
    return reached.sort((a, b) => last(b) - last(a)).map(({ id }) => id);
  }

  /** Whether a write of the run could have reached a record. */
  #isWritten({ id: kind }: RecordKind, id: string): boolean {
    return (this.state.record(kind, id)?.all.length ?? 0) > 0;
  }
}
