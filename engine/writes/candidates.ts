import type { RecordKind } from '../../contract/types.js';
import { type JsonRecord, pageOf } from '../page.js';
import type { World } from '../world.js';
import { readById } from './reading.js';
import { hasFlags, isWhole, watchedOf } from './record-fields.js';

/** Records that are written to at most, unless a check is about all of them. */
const CHOSEN = 24;

/**
 * The records that a run may write to: those that a person names and no others, else a few of the first page of the
 * list that can be put back, the ones first of which every field can be.
 */
export async function chosenOf(world: World, kind: RecordKind): Promise<JsonRecord[]> {
  const named = world.session.target.fixtures[kind.fixture];
  if (named !== undefined) {
    const operation = world.operation(kind.read);
    const read = await Promise.all(named.split(',').map((id) => readById(world.session, operation, id.trim())));
    return read.flatMap(({ record }) => (record === null ? [] : [record]));
  }
  const { items } = pageOf(await world.plain(world.operation(kind.list)));
  const usable = items.filter((item) => typeof item.id === 'string' && hasFlags(kind, watchedOf(kind, item)));
  const whole = usable.filter((item) => isWhole(kind, item));
  return [...spread(whole), ...usable.filter((item) => !whole.includes(item))].slice(0, CHOSEN);
}

/** The records in an order in which neighbours come late: what is done to a neighbour by mistake is then seen as such. */
function spread<Item>(items: readonly Item[]): Item[] {
  return [0, 1, 2].flatMap((rest) => items.filter((_item, index) => index % 3 === rest));
}
