import type { Operation } from '../../../contract/types.js';
import type { Answer } from '../../../engine/client/answer.js';
import type { WriteRule } from '../../../engine/run/rule.js';
import { itemsOf, type JsonRecord } from '../../../engine/session/page.js';
import { isSameId } from '../../../engine/session/same-id.js';
import { nullIfInconclusive } from '../../../engine/session/signals.js';
import type { Params } from '../../../engine/session/world.js';
import { byId } from '../../../engine/writes/reading.js';
import type { Held } from '../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { isBulkUpdate, isUpdate } from '../applies.js';
import { invertFlags, listsUnder, type WriteTo } from './child-lists.js';
import { isSuccess } from './compare.js';
import { otherFlags, update } from './merge-patch/changes.js';

/** So many records: the one that most lists show is written to. */
const RECORDS = 3;
/** Of how many parents of a record a list is read. */
const PARENTS = 2;

/** The lists of a record's parents, by what their items are: the applications and the subscriptions of a user. */
const PARENT_LISTS = { getUserApplications: 'applicationId', getUserSubscriptions: 'subscriptionId' } as const;

/** A list of users other than that of their area, and the user in it. */
interface Place {
  readonly list: Operation;
  readonly params: Params;
  readonly shown: JsonRecord;
}

async function shownIn(context: WriteContext, { list, params }: Omit<Place, 'shown'>, { id }: Held) {
  const answer = await context.ask({}, { operation: list, params });
  return itemsOf(answer).find((item) => isSameId(item.id, id)) ?? null;
}

/** The lists that show a record with its own flags, on their first page. */
async function placesOf(context: WriteContext, record: Held): Promise<Place[]> {
  const flags = Object.keys(otherFlags(context, record));
  const places: Place[] = [];
  for (const [own, fixture] of Object.entries(PARENT_LISTS)) {
    const operation = context.world.operation(own);
    const parents = itemsOf(await context.ask({}, { operation, params: byId(operation, record.id) }));
    const ids = parents.flatMap((one) => (typeof one.id === 'string' ? [one.id] : [])).slice(0, PARENTS);
    for (const list of listsUnder(context, fixture)) {
      for (const id of ids) {
        const place = { list, params: byId(list, id) };
        const shown = await shownIn(context, place, record).catch(nullIfInconclusive);
        if (shown !== null && flags.every((name) => shown[name] === record.before[name]))
          places.push({ ...place, shown });
      }
    }
  }
  return places;
}

/** The record that most lists show, with these. */
async function mostListed(
  context: WriteContext,
): Promise<{ readonly record: Held; readonly places: readonly Place[] }> {
  const all: { readonly record: Held; readonly places: readonly Place[] }[] = [];
  for (const record of context.records) all.push({ record, places: await placesOf(context, record) });
  const [most] = all.toSorted((one, other) => other.places.length - one.places.length);
  if (most === undefined || most.places.length === 0)
    return context.lacksData('no list of an application or a subscription shows one of the users with its flags');
  return most;
}

/** Reports the lists that still show what a record was before a write, while a read by its id shows what it is. */
async function reportStale(context: WriteContext, record: Held, places: readonly Place[]): Promise<void> {
  const changes = otherFlags(context, record);
  const names = Object.keys(changes);
  const isNew = (shown: JsonRecord | null) => shown !== null && names.every((name) => shown[name] === changes[name]);
  for (const place of places) {
    const { value: now } = await context.until(
      () => shownIn(context, place, record),
      (latest) => latest === null || isNew(latest),
    );
    const { last } = context;
    if (now === null || last === undefined || isNew(now)) continue;
    if (!isNew(await context.read(record)))
      context.inconclusive('a read by id does not show the write (see updates.effect)');
    report(context, last, { place, now, changes, record });
  }
}

interface Stale {
  readonly place: Place;
  readonly now: JsonRecord;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly record: Held;
}

function report(context: WriteContext, answer: Answer, { place, now, changes, record }: Stale): void {
  for (const [name, expected] of Object.entries(changes)) {
    if (now[name] === expected) continue;
    const message = `${place.list.title} shows ${name} of ${record.id} as ${now[name]} after a write of ${expected}, which a read by id shows`;
    context.report(answer, { at: `/items/*/${name}`, expected: `${expected}`, actual: `${now[name]}`, message });
  }
}

function listedElsewhere(
  law: 'updates' | 'bulk',
  { write, ...rule }: Pick<WriteRule, 'appliesTo'> & { readonly write: WriteTo },
): WriteRule {
  return {
    ...rule,
    id: `${law}.listed-elsewhere`,
    clause: 'updates.listed-elsewhere',
    needs: [],
    records: RECORDS,
    async write(context) {
      const { record, places } = await mostListed(context);
      await write(context, record);
      await reportStale(context, record, places);
    },
  };
}

const isOfUsers = ({ area }: Operation): boolean => area === 'users';

/** An update of all flags. */
export const updatesListedElsewhere = listedElsewhere('updates', {
  appliesTo: (operation) => isUpdate(operation) && isOfUsers(operation),
  async write(context, record) {
    const answer = await update(context, record, otherFlags(context, record));
    if (!isSuccess(answer)) context.inconclusive(`the update returned ${answer.summary} (see updates.effect)`);
  },
});

/** A bulk update of all flags. */
export const bulkListedElsewhere = listedElsewhere('bulk', {
  appliesTo: (operation) => isBulkUpdate(operation) && isOfUsers(operation),
  write: invertFlags,
});
