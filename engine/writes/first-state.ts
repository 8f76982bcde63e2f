import type { RecordKind } from '../../contract/types.js';
import { pageOf, walk } from '../session/page.js';
import type { Query } from '../session/seen.js';
import { nullIfInconclusive } from '../session/signals.js';
import type { World } from '../session/world.js';
import { firstRecords } from './listed-records.js';
import { type Fields, watchedOf } from './record-fields.js';

/** The page size that every list supports, and the number of pages that are read. */
const PAGE = 100;
const PAGES = 5;

/** The first records of a list before the first write to any of them, at most 500, by id. */
export async function firstState(world: World, kind: RecordKind): Promise<ReadonlyMap<string, Fields>> {
  const first = await firstRecords(world, kind);
  const more = first.length < PAGE ? null : await firstPages(world, kind).catch(nullIfInconclusive);
  const named = [...first, ...(more ?? [])].filter(({ id }) => typeof id === 'string' && id !== '');
  return new Map(named.map((item) => [String(item.id), watchedOf(kind, item)]));
}

async function firstPages(world: World, kind: RecordKind) {
  const operation = world.operation(kind.list);
  const read = async (query: Query) => pageOf(await world.session.ask({ operation, params: {}, query }));
  return (await walk(read, {}, PAGE, PAGES)).items;
}
