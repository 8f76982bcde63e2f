import { join, resolve } from 'node:path';
import type { RecordKind } from '../../contract/types.js';
import type { JsonRecord } from '../session/page.js';
import { Inconclusive } from '../session/signals.js';
import { isHeld, lockFile } from './file-lock.js';
import type { Journal } from './journal.js';
import { JOURNALS, journalsIn } from './journal-folder.js';
import { announced, isOwn, MACHINE_JOURNALS } from './machine-journals.js';
import { type ReadJournal, readJournal } from './read-journal.js';
import { recordKey } from './record-key.js';

/** The maximum number of attempts to choose records that another run has not just chosen. */
const ATTEMPTS = 10;

/**
 * Keeps the runs of one folder, and those of one user on one machine, from each other's records on one target: a run
 * writes to none that another one has chosen and is at work on, or has changed and not restored.
 */
export class Reservations {
  constructor(
    private readonly journal: Journal,
    /** The target; `null` if no other run can reach it. */
    private readonly baseUrl: string | null,
    /** The folder of the journals of other runs. */
    private readonly folder: string = resolve(JOURNALS),
    /** Where the journals of all folders are made known. */
    private readonly machine: string = MACHINE_JOURNALS,
  ) {}

  /** The keys of the records that other runs use now. */
  async avoided(): Promise<ReadonlySet<string>> {
    const keys = new Set<string>();
    for (const { path, state } of await this.#others()) {
      for (const { kind, id } of state.unrestored()) keys.add(recordKey(kind, id));
      if (await isHeld(path)) for (const key of state.chosen) keys.add(key);
    }
    return keys;
  }

  /** The journals of other runs on the target. */
  async #others(): Promise<ReadJournal[]> {
    if (this.baseUrl === null) return [];
    const paths = new Set([...(await journalsIn(this.folder)), ...(await announced(this.baseUrl, this.machine))]);
    const others: ReadJournal[] = [];
    for (const path of [...paths].filter((one) => one !== this.journal.path)) {
      // A run that ends removes its journal, perhaps just now; that one which is none is refused as a run begins.
      const read = await readJournal(path, { values: false }).catch(() => null);
      if (read?.run.baseUrl === this.baseUrl) others.push(read);
    }
    return others;
  }

  /** The number of records of a kind that runs which have ended left unrestored. */
  async leftBehind({ id: kind }: RecordKind): Promise<number> {
    const left = new Set<string>();
    for (const { path, state } of await this.#others()) {
      const own = state.unrestored().filter((one) => one.kind === kind);
      if (own.length > 0 && !(await isHeld(path))) for (const { id } of own) left.add(recordKey(kind, id));
    }
    return left.size;
  }

  /** Throws Inconclusive if a request that may reach all records of a kind would reach those of another run. */
  async assertNoneOf(kind: RecordKind): Promise<void> {
    const { id } = kind;
    for (const key of await this.avoided()) {
      if (!key.startsWith(`${id} `)) continue;
      throw new Inconclusive(
        `another run on this machine has ${id} records that are not restored yet; wait for it, or see touchstone undo`,
        (await this.leftBehind(kind)) > 0 ? 'unrestored' : null,
      );
    }
  }

  /** The records that `choose` returns for this run, reserved against other runs of the folder. */
  async choose(
    { id: kind }: RecordKind,
    choose: (avoided: ReadonlySet<string>) => Promise<JsonRecord[]>,
  ): Promise<JsonRecord[]> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const records = await choose(await this.avoided());
      if (await this.#reserved(kind, records)) return records;
    }
    throw new Inconclusive('other runs on this machine have chosen the same records again and again');
  }

  async #reserved(kind: string, records: readonly JsonRecord[]): Promise<boolean> {
    const ids = records.map(({ id }) => String(id));
    if (this.baseUrl === null || this.journal.path === null || !(await isOwn(this.machine))) return true;
    const lock = await lockFile(join(this.machine, 'choosing'), { waits: true });
    try {
      const avoided = await this.avoided();
      if (ids.some((id) => avoided.has(recordKey(kind, id)))) return false;
      await this.journal.append({ type: 'chosen', kind, ids });
      return true;
    } finally {
      await lock.release();
    }
  }
}
