import type { Operation } from '../../../contract/types.js';
import type { Answer } from '../../../engine/client/answer.js';
import type { WriteRule } from '../../../engine/run/rule.js';
import { DEFAULT_SIZE } from '../../../engine/session/ask-context.js';
import { itemsOf, lastingIds, pageOf } from '../../../engine/session/page.js';
import { pathParameters } from '../../../engine/session/world.js';
import { readById } from '../../../engine/writes/reading.js';
import type { Held } from '../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { plural } from '../../../numbers/plural.js';
import { isBulkUpdate, isList, isRead, isUpdate } from '../applies.js';
import { order, otherMarkers } from './bulk/order.js';
import { isSuccess } from './compare.js';
import { update } from './merge-patch/changes.js';

/** So many records: those with most children are written to, and the last one is not. */
const RECORDS = 3;

/** A child list of a record: its status, and the ids of its first page. */
interface Children {
  readonly list: Operation;
  readonly status: number;
  readonly ids: readonly string[];
  /**
   * Whether the page is the whole list, and each record shows an id: on a page of a longer one, another order looks like a
   * loss, and so does a record without an id whose values change by themselves.
   */
  readonly isWhole: boolean;
}

/** The lists whose only path parameter is the id of a parent, by the name of its fixture. */
export function listsUnder({ world }: WriteContext, fixture: string | null | undefined): Operation[] {
  return world.described.operations.filter((operation) => {
    const [first, second] = pathParameters(operation);
    return isRead(operation) && isList(operation) && second === undefined && first?.fixture === fixture;
  });
}

/** The lists whose parent is a record of the kind that the check writes to. */
function childListsOf(context: WriteContext): Operation[] {
  const [own] = pathParameters(context.world.operation(context.kind.read));
  return listsUnder(context, own?.fixture);
}

async function read(context: WriteContext, list: Operation, record: Held): Promise<Children> {
  const [parameter] = pathParameters(list);
  const answer = await context.ask({}, { operation: list, params: { [parameter?.name ?? '']: record.id } });
  const items = itemsOf(answer);
  const total = items.length === 0 ? null : pageOf(answer).totalItems;
  const ids = lastingIds(items);
  const isWhole = items.length < DEFAULT_SIZE && (total ?? 0) <= items.length && ids !== null;
  return { list, status: answer.status, ids: ids?.toSorted() ?? [], isWhole };
}

/** The children that a list lacks: those of a live target may become more at any time. */
const lostIn = (before: Children, now: Children): string[] => before.ids.filter((id) => !now.ids.includes(id));

const lacks = (before: Children, now: Children): boolean =>
  now.status !== before.status || (now.isWhole && lostIn(before, now).length > 0);

/** A record, with those of its child lists that have records. */
interface WithChildren {
  readonly record: Held;
  readonly before: readonly Children[];
}

/** The records of the check, those with most child lists first. */
async function withChildren(context: WriteContext): Promise<WithChildren[]> {
  const lists = childListsOf(context);
  const found = await Promise.all(
    context.records.map(async (record) => {
      const all = await Promise.all(lists.map((list) => read(context, list, record)));
      return { record, before: all.filter(({ status, ids, isWhole }) => status === 200 && isWhole && ids.length > 0) };
    }),
  );
  return found.toSorted((one, other) => other.before.length - one.before.length);
}

/** A child list that lacks records after a write to its parent, and which. */
interface Loss {
  readonly record: Held;
  readonly before: Children;
  readonly now: Children;
  readonly lost: readonly string[];
  readonly answer: Answer;
}

async function lossesOf(context: WriteContext, record: Held, lists: readonly Children[]): Promise<Loss[]> {
  const losses: Loss[] = [];
  for (const before of lists) {
    const { value: now } = await context.until(
      () => read(context, before.list, record),
      (latest) => !lacks(before, latest),
    );
    const lost = lostIn(before, now);
    if (lacks(before, now) && context.last !== undefined)
      losses.push({ record, before, now, lost, answer: context.last });
  }
  return losses;
}

/** The operations that read a child by the id that its list shows. */
const DETAILS: Readonly<Record<string, string>> = {
  getApplicationUsers: 'getUser',
  getUserApplications: 'getApplication',
};

/** The lost children that can be read by their ids; all of them where no operation reads such a child. */
async function existingOf({ world }: WriteContext, { before, lost }: Loss): Promise<readonly string[]> {
  const detail = DETAILS[before.list.id];
  if (detail === undefined) return lost;
  const read = await Promise.all(lost.map((id) => readById(world.session, world.operation(detail), id)));
  return lost.filter((_id, index) => read[index]?.answer.status === 200);
}

/**
 * The losses that show again, between two reads of the record and of the lost children: records of a live target come and go,
 * and so do their children. Inconclusive if the record cannot be read.
 */
async function lastingOf(context: WriteContext, losses: readonly Loss[]): Promise<Loss[]> {
  const lasting: Loss[] = [];
  for (const loss of losses) {
    await context.read(loss.record);
    const existing = await existingOf(context, loss);
    const now = await read(context, loss.before.list, loss.record);
    await context.read(loss.record);
    const left = { ...loss, now, lost: lostIn(loss.before, now).filter((id) => existing.includes(id)) };
    const isLost = now.status !== loss.before.status || (await existingOf(context, left)).length > 0;
    if (isLost && lacks(loss.before, now)) lasting.push(left);
  }
  return lasting;
}

/** Whether another record has lost children too, and not only the same ones: a child that both share may be missing for itself. */
function isReplicated({ record, before, now, lost }: Loss, other: Loss): boolean {
  if (other.record === record || other.before.list !== before.list) return false;
  return now.status !== before.status || other.lost.some((id) => !lost.includes(id));
}

/** Whether a record has children, and has lost none of them. */
async function keepsChildren(context: WriteContext, { record, before }: WithChildren): Promise<boolean> {
  return before.length > 0 && (await lossesOf(context, record, before)).length === 0;
}

/** Writes to a record of the check. */
export type WriteTo = (context: WriteContext, record: Held) => Promise<void>;

/** A bulk update of one record that sets each flag to its other value. */
export const invertFlags: WriteTo = async (context, record) => {
  await order(context, { ids: [record.id], flags: otherMarkers(context, record) });
};

/**
 * A write to a record takes none of its children away. The lists are read before anything was written to the records: what
 * proves that they can be restored would take the children away too, and so does the first of two runs of the check. What two
 * records have lost, and not the one that was not written to, is no accident.
 */
function childLists(
  law: 'updates' | 'bulk',
  { write, ...rule }: Pick<WriteRule, 'appliesTo' | 'unproven'> & { readonly write: WriteTo },
): WriteRule {
  return {
    ...rule,
    id: `${law}.child-lists`,
    clause: 'updates.child-lists',
    needs: [],
    fresh: true,
    records: RECORDS,
    async write(context) {
      const all = await withChildren(context);
      const written = all.slice(0, RECORDS - 1).filter(({ before }) => before.length > 0);
      if (written.length === 0) context.lacksData('the records have no children');
      const losses: Loss[] = [];
      for (const { record, before } of written) {
        await write(context, record);
        losses.push(...(await lossesOf(context, record, before)));
      }
      const [control] = all.slice(RECORDS - 1);
      const isKept = control !== undefined && (await keepsChildren(context, control));
      const lasting = await lastingOf(context, losses);
      for (const loss of lasting) {
        const { record, before, now, lost, answer } = loss;
        const what = now.status === before.status ? `lacks ${plural(lost.length, 'record')}` : `returns ${now.status}`;
        const message = `${before.list.title} of ${record.id} ${what} after a write to ${record.id}`;
        const [expected, actual] = [plural(before.ids.length, 'record'), plural(now.ids.length, 'record')];
        const replicated = isKept && lasting.some((other) => isReplicated(loss, other));
        context.report(answer, { at: '/items', expected, actual, message, ...(replicated && { replicated }) });
      }
    },
  };
}

/** The update contains the own values of the record. */
export const updatesChildLists = childLists('updates', {
  unproven: true,
  appliesTo: isUpdate,
  async write(context, record) {
    const answer = await update(context, record);
    if (!isSuccess(answer)) context.inconclusive(`the update returned ${answer.summary} (see updates.own-values)`);
  },
});

export const bulkChildLists = childLists('bulk', {
  appliesTo: isBulkUpdate,
  write: invertFlags,
});
