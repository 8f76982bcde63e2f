import type { WriteRule } from '../../../../engine/run/rule.js';
import { type JsonRecord, pageOf } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { flagCombinations } from '../../../../generators/bodies/update-bodies.js';
import { isUpdate } from '../../applies.js';
import { sameValue } from '../../same-value.js';
import { differingFields, type Expected, isSuccess, ownFields, readUntil, recordOf, reportFields } from '../compare.js';
import { flagFields, otherReferences, otherTexts, type Taken, update, updateAgain, updateWith } from './changes.js';
import { replacedIn, reportFiltered, selecting } from './filtered-list.js';

/** A page size that every list accepts. */
const PAGE = 100;

/** Compares the response to an update, and later reads, with the values in the update. */
export async function reportEffect(context: WriteContext, record: Held, { changes, answer }: Taken): Promise<void> {
  const answered = recordOf(answer);
  if (answered !== null) {
    const names = differingFields(answered, changes);
    reportFields(context, answer, { record: answered, expected: changes, names, of: 'in the response to the update' });
  }
  const { value: read } = await context.until(
    () => context.read(record),
    // After the first finding, the rest is read without waiting.
    (now) => differingFields(now, changes).length === 0 || context.evidence.length > 0,
  );
  const names = differingFields(read, changes);
  const of = `in reads up to ${context.windowMs} ms after the update`;
  // An update without any effect on its record may have changed another one.
  const isLost = differingFields(read, record.before).every((name) => !(name in changes));
  const spreads = isLost ? context.kind.id : undefined;
  reportFields(context, context.last ?? answer, { record: read, expected: changes, names, of, spreads });
}

export function reportRefusal(context: WriteContext, { changes, answer }: Taken): void {
  context.report(answer, {
    at: 'status',
    expected: '200',
    actual: answer.summary,
    message: `an update of ${Object.keys(changes).join(', ')} returned ${answer.summary}`,
  });
}

/** The changes without those of fields that the check must leave as they are. */
function withoutFixed({ fixed }: Held, changes: Expected): Expected {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !fixed.includes(name)));
}

/** Whether each of these values is in an accepted update: then a rule of the target excludes only the combination. */
function areAccepted(flags: Expected, accepted: readonly Expected[]): boolean {
  return Object.entries(flags).every(([name, value]) => accepted.some((one) => one[name] === value));
}

export const effect: WriteRule = {
  id: 'updates.effect',
  clause: 'updates.effect',
  needs: [],
  records: 1,
  lacking: true,
  decisive: true,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    const { categoryName: _own, ...references } = await otherReferences(context, record);
    let free = withoutFixed(record, references);
    const accepted: Expected[] = [];
    const rejected: { readonly flags: Expected; readonly taken: Taken }[] = [];
    for (const [round, flags] of flagCombinations(flagFields(context)).entries()) {
      const own = withoutFixed(record, { ...flags, ...otherTexts(context, round) });
      let taken = { changes: { ...own, ...free }, answer: await updateAgain(context, record, { ...own, ...free }) };
      if (taken.answer.status === 400 && Object.keys(free).length > 0) {
        // A target may restrict references further than that they exist; then only the rest counts.
        free = {};
        taken = { changes: own, answer: await updateAgain(context, record, own) };
      }
      if (isSuccess(taken.answer)) {
        accepted.push(flags);
        await reportEffect(context, record, taken);
      } else rejected.push({ flags, taken });
    }
    for (const { flags, taken } of rejected) {
      if (taken.answer.status !== 400 || !areAccepted(flags, accepted)) reportRefusal(context, taken);
    }
  },
};

export const category: WriteRule = {
  id: 'updates.category',
  clause: 'updates.category',
  needs: [],
  records: 1,
  appliesTo: (operation) => isUpdate(operation) && operation.area === 'applications',
  async write(context) {
    const { record } = context;
    const { categoryName } = await otherReferences(context, record);
    if (categoryName === undefined)
      context.inconclusive(
        'there is no second category that an update could set, or no other application has the first',
      );
    const answer = await update(context, record, { categoryName });
    if (!isSuccess(answer)) context.inconclusive(`an update to another existing category returned ${answer.summary}`);
    // What follows from another field may change with it.
    await reportEffect(context, record, { changes: { ...ownFields(context, record), categoryName }, answer });
  },
};

export const listed: WriteRule = {
  id: 'updates.listed',
  clause: 'updates.listed',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    const list = context.world.operation(context.kind.list);
    const options = { operation: list, params: {} };
    const isOwn = ({ id }: JsonRecord) => isSameId(id, record.id);
    const find = async () => (await context.walk(PAGE, {}, options)).items.find(isOwn) ?? null;
    // An update that proves that the record can be written may have removed it from the list.
    const { items: first } = pageOf(await context.world.plain(list));
    if ((await find()) === null && !first.some(isOwn))
      context.inconclusive('the record is not on the pages of the list that a run reads');
    const flags = Object.fromEntries(flagFields(context).map((name) => [name, record.before[name] !== true]));
    const own = { ...flags, ...otherTexts(context) };
    const references = await otherReferences(context, record);
    const { categoryName } = references;
    const intended = replacedIn(record, { ...flags, ...references });
    const selected = await selecting(context, record, intended, PAGE);
    const fewer = categoryName === undefined ? [] : [{ categoryName }];
    const { changes, answer } = await updateWith(context, record, own, [references, ...fewer]);
    if (!isSuccess(answer)) context.inconclusive(`the update returned ${answer.summary} (see updates.effect)`);
    const shows = (expected: Expected) => (now: JsonRecord | null) =>
      now !== null && listedDifferences(now, expected).length === 0;
    let looks = 0;
    const { value: item } = await context.until(() => {
      looks += 1;
      return find();
    }, shows(changes));
    if (item === null) {
      // Where the order changes between two pages, a record may be on neither.
      const { items, partial } = await context.walkUnmoved(PAGE, options);
      const { last } = context;
      if (partial || last === undefined || items.some(isOwn))
        return context.inconclusive('the record is not always on the pages of the list that a run reads');
      // A record that another client has deleted cannot be read.
      await context.read(record);
      const message = `${record.id} is no longer in the list after an update of it, although a read by id returns it`;
      return context.report(last, { at: '/items', expected: 'the updated record', actual: 'no such record', message });
    }
    const names = listedDifferences(item, changes);
    reportFields(context, context.last ?? answer, { record: item, expected: changes, names, of: 'in the list' });
    if (names.length > 0) return;
    await reportFollowing(context, record, find);
    for (const one of intended.filter(({ name, now }) => changes[name] === now))
      await reportFiltered(context, record, one, { page_size: PAGE, wasSelected: selected.includes(one) });
    await reportUndone(context, record, changes);
    if (looks > 1 && context.evidence.length === 0) await reportRenewed(context, record, { find, shows });
  },
};

/**
 * Reports a list that shows no update while no bulk update runs: one that only a bulk update renews is right as soon as that of
 * another check ends.
 */
async function reportRenewed(
  context: WriteContext,
  record: Held,
  {
    find,
    shows,
  }: { find: () => Promise<JsonRecord | null>; shows: (sent: Expected) => (now: JsonRecord | null) => boolean },
): Promise<void> {
  const flags = Object.fromEntries(flagFields(context).map((name) => [name, record.before[name] === true]));
  const sent = { ...flags, ...otherTexts(context, 2) };
  const { answer, item } = await context.bulk.lane.runAlone(async () => {
    const response = await update(context, record, sent);
    return { answer: response, item: (await context.until(find, shows(sent))).value };
  });
  if (!isSuccess(answer) || item === null) return;
  const names = listedDifferences(item, sent);
  reportFields(context, context.last ?? answer, { record: item, expected: sent, names, of: 'in the list' });
}

/** Reports a field that a read by id shows to follow another one, and the list as it was before the update. */
async function reportFollowing(
  context: WriteContext,
  record: Held,
  find: () => Promise<JsonRecord | null>,
): Promise<void> {
  const now = await context.read(record);
  const moved = context.kind.follows.filter((name) => !sameValue(name, now[name], record.before[name]));
  const stale = (item: JsonRecord | null) =>
    moved.filter((name) => item !== null && name in item && sameValue(name, item[name], record.before[name]));
  if (moved.length === 0) return;
  const { value: item } = await context.until(find, (one) => stale(one).length === 0);
  if (item === null || context.last === undefined) return;
  reportFields(context, context.last, { record: item, expected: now, names: stale(item), of: 'in the list' });
}

/** Reports values that the record has lost since the list returned them: a read of the list may store what it has kept. */
async function reportUndone(context: WriteContext, record: Held, changes: Expected): Promise<void> {
  const { value: now } = await readUntil(context, record, changes);
  const names = differingFields(now, changes);
  const of = 'in reads by id after the list returned the update';
  if (context.last !== undefined) reportFields(context, context.last, { record: now, expected: changes, names, of });
}

/** The differing fields, of those that the list contains. */
function listedDifferences(item: Readonly<Record<string, unknown>>, changes: Expected): string[] {
  return differingFields(item, changes).filter((name) => name in item);
}
