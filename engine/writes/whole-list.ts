import type { RecordKind } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { identity, type JsonRecord, pageOf, unmoved, type Walk, walk } from '../session/page.js';
import type { Query } from '../session/seen.js';
import type { Ask } from '../session/session.js';
import { Inconclusive } from '../session/signals.js';
import type { World } from '../session/world.js';
import { watchedOf } from './record-fields.js';
import type { Reservations } from './reservations.js';
import type { Writer } from './writer.js';

/** The longest list that is read as a whole; for a longer one, no request that could affect all records is sent. */
const WHOLE_ITEMS = 2000;
/** The page size that every list supports. */
const PAGE = 100;
/** How long a reading of all records stays valid, in milliseconds, unless reading them takes longer. */
const RECENT_MS = 250;

/** Sends reads: the session of the run, or the link that restores records. */
interface Asker {
  ask(ask: Ask): Promise<Answer>;
}

/** All records of a kind, as its list shows them. */
export class WholeList {
  #recent: { readonly records: readonly JsonRecord[]; readonly until: number } | undefined;

  constructor(
    private readonly kind: RecordKind,
    private readonly world: World,
    private readonly writer: Writer,
    private readonly reservations: Reservations,
  ) {}

  /** All records as they are now; inconclusive if there are too many, or if one contains a credential of the run. */
  async read(asker: Asker = this.world.session): Promise<JsonRecord[]> {
    // What a page misses would not be restored.
    const list = await unmoved(() => this.#walk(asker));
    if (list.cause !== undefined) {
      throw new Inconclusive('the pages of the list are too large to read it as a whole, to restore it', list.cause);
    }
    if (list.partial) {
      throw new Inconclusive(`the list holds more than ${WHOLE_ITEMS} records, so not all of them could be restored`);
    }
    const total = list.pages[0]?.totalItems ?? 0;
    if (list.items.length < total) {
      throw new Inconclusive(
        `the list counts ${total} records and shows ${list.items.length}, so not all of them could be restored`,
      );
    }
    if (list.items.some((item) => this.writer.isSecret(watchedOf(this.kind, item)))) {
      throw new Inconclusive('a record holds a credential of this run, which no journal may hold');
    }
    return list.items.filter(({ id }) => typeof id === 'string' && id !== '');
  }

  /** The ids of all records, of which the list may gain and lose some meanwhile; none if there are too many. */
  async ids(asker: Asker): Promise<ReadonlySet<string>> {
    const { items, partial } = await this.#walk(asker);
    return new Set(partial ? [] : items.map(identity));
  }

  #walk(asker: Asker): Promise<Walk> {
    const operation = this.world.operation(this.kind.list);
    const ask = async (query: Query) => pageOf(await asker.ask({ operation, params: {}, query, fresh: true }));
    return walk(ask, {}, PAGE, Math.ceil(WHOLE_ITEMS / PAGE));
  }

  /**
   * All records as of a moment ago: no longer than reading them takes, which is as exact as reading several pages.
   * Changes of the run itself in the meantime are already in the journal.
   */
  async recent(): Promise<readonly JsonRecord[]> {
    await this.reservations.assertNoneOf(this.kind);
    if (this.#recent !== undefined && performance.now() < this.#recent.until) return this.#recent.records;
    const start = performance.now();
    const records = await this.read();
    const now = performance.now();
    this.#recent = { records, until: now + Math.max(RECENT_MS, now - start) };
    return records;
  }
}
