import type { RecordKind } from '../../contract/types.js';
import { diverse } from '../session/diverse.js';
import { type JsonRecord, pageOf } from '../session/page.js';
import type { World } from '../session/world.js';
import { isRecordId } from '../target/record-id.js';
import { Alikeness } from './alikeness.js';
import { DoubtfulValues } from './doubtful-values.js';
import { detailsOf, hiddenIn, isShownIn } from './hidden-fields.js';
import { firstRecords } from './listed-records.js';
import { hasFlags, isWhole, missingIn } from './record-fields.js';
import { recordKey } from './record-key.js';
import { doubtfulTextsIn } from './text-doubts.js';

/** The maximum number of records that are written to, unless a check needs all of them. */
const CHOSEN = 24;

/** How many of them are chosen because they have texts in common with other records. */
const ALIKE = 4;

/** How many of them are chosen because they have other kinds of values than the rest: a target may treat them differently. */
const DIVERSE = 10;

/** The maximum number of pages searched for records in which everything can be restored. */
const PAGES = 5;
/**
 * This many records are enough; with fewer, records are added that lack values: their flags alone can be restored, by bulk updates,
 * unless the target is known to remove what they lack for null.
 */
const ENOUGH = 8;

/**
 * The records that a run may write to: those that the user names and no others, else a few of the list, most from its
 * beginning, in which every field can be restored, without doubtful values if there are enough. Records in `avoided` are
 * excluded, and so are ids that no path can contain.
 */
export async function writableRecords(
  world: World,
  kind: RecordKind,
  avoided: ReadonlySet<string> = new Set(),
  doubts: DoubtfulValues = new DoubtfulValues(world, kind),
): Promise<JsonRecord[]> {
  const isFree = ({ id }: JsonRecord) => isRecordId(id) && !avoided.has(recordKey(kind.id, id));
  const readOf = async (items: readonly JsonRecord[]) =>
    (await detailsOf(world, kind, items)).filter((record) => record !== null);
  const named = world.session.target.fixtures[kind.fixture];
  if (named !== undefined) {
    const records = await readOf(named.split(',').map((id) => ({ id: id.trim() })));
    return records.filter(isFree);
  }
  const usable: JsonRecord[] = [];
  const sure: JsonRecord[] = [];
  const add = async (records: readonly JsonRecord[]) => {
    const added = records.filter((record) => isFree(record) && hasFlags(kind, record));
    usable.push(...added);
    for (const record of added) if (isWhole(kind, record) && !(await doubts.isDoubtful(record))) sure.push(record);
  };
  for (let page = 1; page <= PAGES && sure.length < ENOUGH; page += 1) {
    const items = await listed(world, kind, page);
    await add(items);
    if (items.length === 0) break;
  }
  if (sure.length < ENOUGH) {
    // Which fields the records of a list show is unspecified: their details may show the others.
    const first = await listed(world, kind, 1);
    const hidden = hiddenIn(kind, first);
    if (usable.length === 0 || hidden.length > 0) {
      const details = await readOf(first.filter(isFree).slice(0, CHOSEN));
      const isShown = isShownIn(hidden, details);
      if (isShown) for (const known of [usable, sure]) known.length = 0;
      if (isShown || usable.length === 0) await add(details);
    }
  }
  if (sure.length >= ENOUGH) return chosenOf(spread(sure), new Alikeness(await firstRecords(world, kind)));
  // What a target does with their texts is found out with those that have plain ones.
  const doubtful = usable
    .filter((item) => isWhole(kind, item) && !sure.includes(item))
    .toSorted((one, other) => doubtfulTextsIn(kind, one) - doubtfulTextsIn(kind, other));
  const chosen = [...spread(sure), ...spread(doubtful)];
  if (chosen.length >= ENOUGH) return chosen.slice(0, CHOSEN);
  const lacking = usable.filter((item) => !chosen.includes(item));
  const missing = (item: JsonRecord) => missingIn(kind, item).length;
  return [...chosen, ...lacking.toSorted((one, other) => missing(one) - missing(other))].slice(0, CHOSEN);
}

/** As many of these records as are written to: the first ones, a few that are like others, and a few of other kinds. */
function chosenOf(records: readonly JsonRecord[], alikeness: Alikeness): JsonRecord[] {
  if (records.length <= CHOSEN) return [...records];
  const alike = alikeness.choose(records, ALIKE);
  const kept = new Set([...alike, ...diverse(records, DIVERSE, alike)]);
  const first = new Set(records.filter((record) => !kept.has(record)).slice(0, CHOSEN - kept.size));
  return records.filter((record) => kept.has(record) || first.has(record));
}

/** A page of the list; past its end a target may return anything. */
async function listed(world: World, kind: RecordKind, page: number): Promise<readonly JsonRecord[]> {
  const operation = world.operation(kind.list);
  if (page === 1) return pageOf(await world.plain(operation)).items;
  const answer = await world.session.ask({ operation, params: {}, query: { page_number: page } });
  return answer.status === 200 ? pageOf(answer).items : [];
}

/** The records in an order that keeps neighbours apart, so that an accidental change to a neighbour is detected. */
function spread<Item>(items: readonly Item[]): Item[] {
  return [0, 1, 2].flatMap((rest) => items.filter((_item, index) => index % 3 === rest));
}
