import type { RecordKind } from '../../contract/types.js';
import { causeOf } from '../client/cause.js';
import { isRecord, pageOf, walk } from '../session/page.js';
import { isSameId } from '../session/same-id.js';
import type { Query } from '../session/seen.js';
import type { Write } from '../session/session.js';
import { Inconclusive, nullIfRejected } from '../session/signals.js';
import { valueAt } from '../session/validation.js';
import { pathParameters, type World } from '../session/world.js';
import { readById } from './reading.js';
import { fieldsOfBulk, fieldsOfPatch } from './record-fields.js';
import type { RecordPool } from './record-pool.js';
import type { Held } from './record-probe.js';
import type { Reach } from './writer.js';

/** How much of a filtered list is read to see which records a bulk update with the filter would reach. */
const PAGE = 100;
const PAGES = 20;

/** Why a bulk update that may affect other records is not sent. */
export const NEEDS_SCOPE_ALL = 'it sends bulk updates that some servers apply to all records: needs --allow-scope-all';

/** What a user allows for bulk updates. */
interface Scopes {
  /** The scope that limits a bulk update to the listed records. */
  readonly bulkScope: string;
  readonly allowScopeAll: boolean;
}

/** Determines which records a write of a check may change, and makes sure that they are its own. */
export class WriteReach {
  constructor(
    private readonly kind: RecordKind,
    private readonly world: World,
    private readonly pool: RecordPool,
    /** The records reserved for the check. */
    private readonly records: readonly Held[],
    /** The id of the check. */
    private readonly check: string,
    private readonly scopes: Scopes,
  ) {}

  /** The reach of a write; inconclusive if it could reach records that are not the check's own. */
  of(write: Write): Promise<Reach> {
    const body = parsed(write.body);
    return write.operation.id === this.kind.update ? this.#ofUpdate(write, body) : this.#ofBulk(body);
  }

  /** An update concerns a record of the check, or one that does not exist. */
  async #ofUpdate({ operation, params, mediaType }: Write, body: unknown): Promise<Reach> {
    const { kind } = this;
    const sent = fieldsOfPatch(kind, body);
    const id = pathParameters(operation).map(({ name }) => params[name] ?? '')[0] ?? '';
    if (!this.#holds(id)) {
      await this.#assertUnknown(id);
      return { kind, ids: [], sent };
    }
    const isDescribed = mediaType === operation.body?.mediaType && isWellFormedPatch(kind, body);
    return { kind, ids: [id], sent, ...(!isDescribed && { anyValue: Object.values(kind.members) }) };
  }

  /**
   * A bulk update concerns the records that it lists. If it does not list them as documented, some server applies it to
   * all records, so it is sent only if that is allowed.
   */
  async #ofBulk(body: unknown): Promise<Reach> {
    const { kind } = this;
    const sent = fieldsOfBulk(kind, body);
    const described = hasBooleanFlags(body) ? {} : { anyValue: Object.values(kind.bulk.flags) };
    const ids = listedIds(body, this.scopes.bulkScope);
    if (ids !== null) {
      await Promise.all(ids.filter((id) => !this.#holds(id)).map((id) => this.#assertUnknown(id)));
      const own = this.records.filter((one) => ids.some((id) => isSameId(one.id, id)));
      // Ids that do not exist select nothing, which some servers treat as everything.
      if (own.length > 0) return { kind, ids: own.map(({ id }) => id), sent, ...described };
    }
    if (!this.scopes.allowScopeAll) throw new Inconclusive(NEEDS_SCOPE_ALL);
    const filter = valueAt(body, '/filter');
    if (typeof filter === 'string' && filter !== '') await this.#assertFiltersOwn(filter);
    const all = await this.pool.list.recent();
    this.pool.remember(all);
    // A server that interprets it differently may set the flags to any value.
    const anyValue = valueAt(body, '/scope') === 'All' ? described : { anyValue: Object.values(kind.bulk.flags) };
    return { kind, ids: all.map(({ id }) => String(id)), sent, ...anyValue, wideBy: this.check };
  }

  /**
   * The selection of a filter is read before the write: the write is not sent if the filtered list contains records
   * that are not the check's own. A list that rejects the filter contains none.
   */
  async #assertFiltersOwn(filter: string): Promise<void> {
    const operation = this.world.operation(this.kind.list);
    const read = async (query: Query) =>
      pageOf(await this.world.session.ask({ operation, params: {}, query, fresh: true }));
    const list = await walk(read, { filter }, PAGE, PAGES).catch(nullIfRejected);
    if (list === null || (!list.partial && list.items.every(({ id }) => this.#holds(String(id))))) return;
    throw new Inconclusive(`the list under the filter ${filter} holds records that are not the check's own`);
  }

  async #assertUnknown(id: string): Promise<void> {
    const { answer } = await readById(this.world.session, this.world.operation(this.kind.read), id);
    if (answer.status === 400 || answer.status === 404) return;
    if (answer.status === 200) {
      throw new Inconclusive(
        `a read of ${id}, which should not exist, returned 200, so nothing is written to it (see errors.unknown-id)`,
      );
    }
    throw new Inconclusive(`whether ${id} exists cannot be determined: ${answer.summary}`, causeOf(answer));
  }

  #holds(id: string): boolean {
    return this.records.some((record) => isSameId(record.id, id));
  }
}

/** The ids that a bulk update lists as documented; `null` if it does not. */
function listedIds(body: unknown, listedScope: string): readonly string[] | null {
  if (!isRecord(body) || body.scope !== listedScope || !Array.isArray(body.ids) || body.ids.length === 0) return null;
  if ('filter' in body || !body.ids.every((id) => typeof id === 'string' && id !== '')) return null;
  return body.ids;
}

/** Whether all flags of a bulk update are present and booleans, so that it has only one interpretation. */
function hasBooleanFlags(body: unknown): boolean {
  const flags = valueAt(body, '/body');
  return (
    isRecord(flags) && Object.keys(flags).length > 0 && Object.values(flags).every((one) => typeof one === 'boolean')
  );
}

/** Whether a body is a merge patch that names every member with a value of its documented type: a flag, or a text. */
function isWellFormedPatch({ members, bulk }: RecordKind, body: unknown): boolean {
  const flags = Object.values(bulk.flags);
  return Object.entries(members).every(
    ([pointer, name]) => typeof valueAt(body, pointer) === (flags.includes(name) ? 'boolean' : 'string'),
  );
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
