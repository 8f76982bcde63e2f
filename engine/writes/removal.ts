import type { Answer } from '../client/answer.js';
import type { AskContext } from '../session/ask-context.js';
import type { JsonRecord } from '../session/page.js';
import { isSameId } from '../session/same-id.js';
import type { Write } from '../session/session.js';
import { Inconclusive } from '../session/signals.js';
import type { Params } from '../session/world.js';
import type { AfterRemoval, RemovalDamage } from './removal-damage.js';
import type { Writer } from './writer.js';

/** Permanent removals: only what the fixtures name is ever removed, and only from the named place. */
export class Removal {
  #taken: readonly string[] = [];

  constructor(
    private readonly context: AskContext,
    private readonly writer: Writer,
    private readonly damage: RemovalDamage,
  ) {}

  /** The given number of ids from the fixtures that still exist; inconclusive if there are fewer. */
  async take(count: number): Promise<readonly string[]> {
    const listed = await this.list();
    const there = this.#named().ids.filter((id) => listed.some((item) => isSameId(item.id, id)));
    if (there.length < count) {
      const { fixture } = this.#described.removed;
      throw new Inconclusive(
        `it removes ${count}, and ${there.length} of those that --fixture ${fixture}=ID,ID,... names ${there.length === 1 ? 'exists' : 'exist'}`,
      );
    }
    this.#taken = there.slice(0, count);
    return this.#taken;
  }

  /** The current whole list that items are removed from; inconclusive if it cannot be read as it is at one time. */
  async list(from = this.#named().from): Promise<readonly JsonRecord[]> {
    const operation = this.context.world.operation(this.#described.list);
    const params = { [this.#described.from.parameter]: from };
    const { items, partial, cause = null } = await this.context.walkUnmoved(100, { operation, params });
    if (partial) throw new Inconclusive('the list is too long to be read completely', cause);
    return items;
  }

  /** The path parameters of a removal of these ids. */
  params(ids: readonly string[], from = this.#named().from): Params {
    const { from: place, removed } = this.#described;
    return { [place.parameter]: from, [removed.parameter]: ids.join(',') };
  }

  /** Sends a removal; ids that the fixtures do not name must not exist, so that nothing else can be removed. */
  async send(write: Write): Promise<Answer> {
    const { from: place, removed } = this.#described;
    const { from, ids } = this.#named();
    const given = write.params[place.parameter] ?? '';
    const asked = (write.params[removed.parameter] ?? '').split(',').map((id) => id.trim());
    const strangers = asked.filter((id) => !ids.some((one) => isSameId(one, id)));
    if (!isSameId(given, from)) await this.#assertNoPlace(given);
    else if (strangers.length > 0) await this.#assertNotThere(given, strangers);
    // The first removal may already change those that a later one lists.
    await this.damage.remember([...asked.filter((id) => !strangers.includes(id)), ...this.#taken]);
    return this.writer.remove(write, given, asked);
  }

  /** Records whom the last removal has removed, or may still remove: the report lists no others. */
  removed(ids: readonly string[]): void {
    this.writer.journal.state.removed(ids);
  }

  /** Records that removals have changed a record, or may have if that is not proven: it is restored or reported. */
  changed(record: AfterRemoval, isProven: boolean): void {
    this.damage.changed(record, isProven);
  }

  /**
   * Records that a record was removed that no removal was meant to reach, or may have been if that is not proven; not one
   * that the fixtures allow to remove.
   */
  takenAlong(id: string, isProven: boolean, from = this.#named().from): void {
    const named = this.#named();
    if (isSameId(from, named.from) && named.ids.some((one) => isSameId(one, id))) return;
    this.damage.takenAlong(id, from, isProven);
  }

  async #assertNoPlace(given: string): Promise<void> {
    const { list, from } = this.#described;
    const operation = this.context.world.operation(list);
    const answer = await this.context.ask({}, { operation, params: { [from.parameter]: given } });
    if (answer.status === 400 || answer.status === 404) return;
    throw new Inconclusive(
      `a ${from.parameter} that should not exist has a list: ${answer.summary} (see errors.unknown-id)`,
    );
  }

  async #assertNotThere(given: string, strangers: readonly string[]): Promise<void> {
    const items = await this.list(given);
    if (items.some((item) => strangers.some((id) => isSameId(item.id, id)))) {
      throw new Error(`a removal was to be sent that the fixtures do not name: ${strangers.join(',')} of ${given}`);
    }
  }

  get #described() {
    return this.context.world.described.removal;
  }

  #named(): { readonly from: string; readonly ids: readonly string[] } {
    const { from: place, removed } = this.#described;
    const { fixtures } = this.context.target;
    const [from, ids] = [fixtures[place.fixture], fixtures[removed.fixture]];
    if (from === undefined || ids === undefined) {
      throw new Inconclusive(`give --fixture ${place.fixture}=ID and --fixture ${removed.fixture}=ID,ID`);
    }
    return { from, ids: ids.split(',').map((id) => id.trim()) };
  }
}
