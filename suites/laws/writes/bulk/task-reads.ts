import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { Poll, TaskEnd } from '../../../../engine/writes/task-end.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';
import { isBulkUpdate, isUpdate } from '../../applies.js';
import { sameValue } from '../../same-value.js';
import { differingFields, isSuccess, readUntil, recordOf } from '../compare.js';
import { linksOf, pathOf } from '../links.js';
import { update } from '../merge-patch/changes.js';
import { readBy } from '../read-by.js';
import { assertCompleted } from './completed.js';
import { allFlags, type Flags, fieldsOfFlags, order, otherMarkers, refused, send, start, validBody } from './order.js';
import { readSummary } from './read-summary.js';

/** How often a task and its effect are compared: a single delay may be chance. */
const ROUNDS = 3;

export const readable: WriteRule = {
  id: 'tasks.readable',
  clause: 'tasks.readable',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const body = validBody(context);
    const { answer, end } = await send(context, body, { patient: true });
    if (!isSuccess(answer)) refused(context);
    const [first] = end?.polls ?? [];
    if (end === null || first === undefined) return context.inconclusive('the task cannot be read (see bulk.accepted)');
    if (first.answer.status !== 404) return;
    const message = `the task ${end.id}, just started by a bulk update, returned ${first.answer.summary} at first (${plural(unread(end.polls), 'read')})`;
    context.report(first.answer, { at: 'status', expected: '200', actual: first.answer.summary, message });
  },
};

/** How many reads of a task found nothing before the first one that did. */
function unread(polls: readonly Poll[]): number {
  const found = polls.findIndex(({ task }) => task !== null);
  return found === -1 ? polls.length : found;
}

export const own: WriteRule = {
  id: 'tasks.own',
  clause: 'tasks.own',
  needs: [],
  records: 2,
  appliesTo: isBulkUpdate,
  async write(context) {
    // Alone, because a task of another check could be the latest one too.
    const { first, second, seen, counts } = await context.bulk.lane.runAlone(() => twoTasks(context));
    if (second.end.id === first.end.id) {
      const message = `two bulk updates returned the same task id ${first.end.id}`;
      context.report(second.answer, { at: '/id', expected: 'an id of its own', actual: second.end.id, message });
      return;
    }
    for (const { when, task } of seen) {
      if (task === null) continue;
      reportTask(context, first.end, { when, task });
      reportLinks(context, { first: first.end, second: second.end }, { when, task });
    }
    reportCounts(context, first.end.id, counts);
    // How long a task can be read is unspecified.
    if (seen.every(({ task }) => task === null)) context.inconclusive('a task can no longer be read after a later one');
  },
};

/** Reads a task and its summary before, while and after a later task of more records runs. */
async function twoTasks(context: WriteContext) {
  const ids = context.records.map(({ id }) => id);
  const first = await carriedOut(context, ids.slice(0, 1), true);
  // A replica that is behind may show a task, or its summary, as it was before its end.
  const { value: before } = await context.until(
    () => countsOf(context, first.end),
    (counts) => counts === null || Number(counts.successCount) + Number(counts.failedCount) === 1,
  );
  let later = await laterTask(context, first.end, { ids, value: false });
  if (later.second.end.id !== first.end.id && isOdd(context, first.end, { ...later, before })) {
    await context.world.session.pause(context.windowMs);
    later = await laterTask(context, first.end, { ids, value: true });
  }
  return { first, ...later, counts: { before, after: later.after } };
}

/** Reads a complete task and its summary while and after a later one sets all flags to `value`. */
async function laterTask(
  context: WriteContext,
  first: TaskEnd,
  { ids, value }: { readonly ids: readonly string[]; readonly value: boolean },
) {
  const answer = await started(context, ids, value);
  const during = await readTask(context, first.id);
  const second = { answer, end: await context.pollTask(answer) };
  const seen = [
    { when: 'while a later task runs', task: during },
    { when: 'after a later task', task: await readTask(context, first.id) },
  ];
  return { second, seen, after: await countsOf(context, first) };
}

/** Whether something of a complete task seems to have changed with a later one. */
function isOdd(
  context: WriteContext,
  first: TaskEnd,
  { seen, second, ...counts }: Awaited<ReturnType<typeof laterTask>> & BothCounts,
): boolean {
  const isOther = (task: Task) =>
    !isOwn(task, first.id) ||
    !isComplete(context, task) ||
    foreignHref(context, { first, second: second.end }, task) !== null;
  return seen.some(({ task }) => task !== null && isOther(task)) || changedCounts(counts).length > 0;
}

async function carriedOut(context: WriteContext, ids: readonly string[], value: boolean) {
  const answer = await started(context, ids, value);
  const end = await context.pollTask(answer);
  assertCompleted(context, end, `a bulk update of ${plural(ids.length, 'record')} with all flags ${value}`);
  return { answer, end };
}

async function started(context: WriteContext, ids: readonly string[], value: boolean): Promise<Answer> {
  return (await start(context, ids, allFlags(context, value))) ?? refused(context);
}

/** A reading of a task, with the response. */
type Task = NonNullable<Awaited<ReturnType<typeof readTask>>>;

async function readTask(context: WriteContext, id: string) {
  const answer = await readBy(context, context.kind.bulk.task, id);
  const record = answer.status === 200 ? recordOf(answer) : null;
  return record === null ? null : { answer, record };
}

const isOwn = ({ record }: Task, id: string): boolean =>
  typeof record.id !== 'string' || sameValue('id', record.id, id);

const isComplete = ({ kind }: WriteContext, { record }: Task): boolean => record.status === kind.bulk.complete;

function reportTask(context: WriteContext, { id }: TaskEnd, { when, task }: { when: string; task: Task }): void {
  const { answer, record } = task;
  if (!isOwn(task, id)) {
    const message = `a request for the task ${id} ${when} returned the task ${record.id}`;
    context.report(answer, { at: '/id', expected: id, actual: record.id, message });
  } else if (!isComplete(context, task)) {
    const status = JSON.stringify(record.status) ?? 'absent';
    const message = `the task ${id} was Complete and its status is ${status} ${when}`;
    context.report(answer, { at: '/status', expected: context.kind.bulk.complete, actual: status, message });
  }
}

interface TwoEnds {
  readonly first: TaskEnd;
  readonly second: TaskEnd;
}

/** The href of a complete task that names the later task, where its own one was named before; `null` if there is none. */
function foreignHref(context: WriteContext, { first, second }: TwoEnds, { record }: Task): string | null {
  const pathsOf = (task: JsonRecord) => linksOf(task, context.target.wireForm)?.map(pathOf) ?? [];
  const names = (paths: readonly string[], { id }: TaskEnd) => paths.find((path) => path.includes(id.toLowerCase()));
  const [before, now] = [pathsOf(first.last.task ?? {}), pathsOf(record)];
  const wasOwn = names(before, first) !== undefined && names(before, second) === undefined;
  return wasOwn && names(now, first) === undefined ? (names(now, second) ?? null) : null;
}

function reportLinks(context: WriteContext, ends: TwoEnds, { when, task }: { when: string; task: Task }): void {
  const href = foreignHref(context, ends, task);
  if (href === null) return;
  const message = `the link of the task ${ends.first.id} leads to the task ${ends.second.id} ${when}`;
  const expected = `an href that names ${ends.first.id}`;
  context.report(task.answer, { at: '/_links/*/href', expected, actual: href, message });
}

/** The counts of the summary of a task; `null` where there is none. */
async function countsOf(context: WriteContext, end: TaskEnd) {
  if (context.operation.area !== 'users') return null;
  const { answer } = await readSummary(context, end);
  const record = answer.status === 200 ? recordOf(answer) : null;
  if (record === null) return null;
  return { answer, successCount: record.successCount ?? null, failedCount: record.failedCount ?? null };
}

type Counts = Awaited<ReturnType<typeof countsOf>>;

interface BothCounts {
  readonly before: Counts;
  readonly after: Counts;
}

/** The counts of a summary that are other ones after a later task. */
function changedCounts({ before, after }: BothCounts) {
  if (before === null || after === null) return [];
  return (['successCount', 'failedCount'] as const)
    .map((name) => ({ name, was: String(before[name]), is: String(after[name]), answer: after.answer }))
    .filter(({ was, is }) => was !== is);
}

function reportCounts(context: WriteContext, id: string, counts: BothCounts): void {
  for (const { name, was, is, answer } of changedCounts(counts)) {
    const message = `${name} in the summary of the task ${id} was ${was} and is ${is} after a later task`;
    context.report(answer, { at: `/${name}`, expected: was, actual: is, message });
  }
}

export const completeEffect: WriteRule = {
  id: 'tasks.effect',
  clause: 'tasks.effect',
  needs: [],
  records: 1,
  // It compares with updates of one record, and its record has to accept them.
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    let message = '';
    let fields: readonly string[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      // Every flag changes in every round.
      const other = otherMarkers(context);
      const flags = round % 2 === 1 ? other : inverted(other);
      const { end } = await order(context, { ids: [record.id], flags, atOnce: true });
      const expected = fieldsOfFlags(context, flags);
      const first = await context.read(record);
      const names = differingFields(first, expected);
      if (names.length === 0) return;
      fields = names;
      const { held } = await readUntil(context, record, expected);
      if (!held) context.inconclusive('a read does not show the bulk update (see bulk.effect)');
      message = `${names.join(', ')} did not have the new ${names.length === 1 ? 'value' : 'values'} when the task ${end.id} was Complete, in ${ROUNDS} of ${ROUNDS} bulk updates`;
    }
    if (await showsUpdatesLate(context)) context.inconclusive('reads show every write only after a while');
    if (context.last === undefined) return;
    context.report(context.last, { at: '', fields, expected: 'the new values', actual: 'the old values', message });
  },
};

function inverted(flags: Flags): Flags {
  return Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, !value]));
}

/** Whether a read shows an update of a single record late too, so that lateness says nothing about tasks. */
async function showsUpdatesLate(context: WriteContext): Promise<boolean> {
  const { record } = context;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const other = otherMarkers(context);
    const changes = fieldsOfFlags(context, round % 2 === 0 ? other : inverted(other));
    const answer = await update(context, record, changes);
    if (!isSuccess(answer)) context.inconclusive(`an update returned ${answer.summary} (see updates.answer)`);
    if (differingFields(await context.read(record), changes).length > 0) return true;
  }
  return false;
}
