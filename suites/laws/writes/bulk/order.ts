import type { Answer } from '../../../../engine/client/answer.js';
import { assertUsable } from '../../../../engine/session/ask-context.js';
import type { TaskEnd } from '../../../../engine/writes/task-end.js';
import type { WriteContext, WriteRequest } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';
import { brief, differingFields, isSuccess, readUntil } from '../compare.js';
import { assertCompleted } from './completed.js';
import { assertNoneFailed } from './failed-ids.js';

/** Flags of a bulk update by their names in the request. */
export type Flags = Readonly<Record<string, boolean>>;

/** The ids and flags of a bulk update. */
export interface Order {
  readonly ids: readonly string[];
  readonly flags: Flags;
  /** The current values of the other flags, for a target that requires all of them. */
  readonly rest?: Flags;
  /** The check reads what its end shows: nothing is read or sent again before. */
  readonly atOnce?: boolean;
  /** Waits for the whole task time-out, whatever earlier tasks have used up. */
  readonly whole?: boolean;
}

/** The result of a bulk update: its response, and the end of its task if it was accepted and the task could be read. */
export interface Ordered {
  readonly answer: Answer;
  readonly end: TaskEnd | null;
}

/** How long to retry a rejected bulk update, in milliseconds: another client's may still run. */
const AGAIN_MS = 1500;

/** A target may take equal bulk updates for one that was sent twice, if no more milliseconds are between them. */
const APART_MS = 1500;

/** How many reads must show what the first one did, where it may be of another time. */
const MORE_READS = 2;

/** The body of a bulk update of the listed records. */
export function bodyOf(context: WriteContext, ids: readonly string[], flags: Flags) {
  return { scope: context.listedScope, ids, body: flags };
}

/** The names of the flags in a request. */
export function markersOf({ kind }: WriteContext): string[] {
  return Object.keys(kind.bulk.flags);
}

/** All flags with one value. */
export function allFlags(context: WriteContext, value: boolean): Flags {
  return Object.fromEntries(markersOf(context).map((name) => [name, value]));
}

/** A valid body: it sets all flags of the record of the check. */
export function validBody(context: WriteContext) {
  return bodyOf(context, [context.record.id], allFlags(context, true));
}

/** Every flag of a record inverted, by its name in a bulk update. */
export function otherMarkers(context: WriteContext, record = context.record): Flags {
  return Object.fromEntries(
    Object.entries(context.kind.bulk.flags).map(([marker, field]) => [marker, record.before[field] !== true]),
  );
}

/** The fields that flags set, with their values. */
export function fieldsOfFlags({ kind }: WriteContext, flags: Flags): Readonly<Record<string, boolean>> {
  return Object.fromEntries(Object.entries(flags).map(([name, value]) => [kind.bulk.flags[name] ?? name, value]));
}

/** How long a check waits for its task. */
interface Waiting {
  /** Even though an earlier task did not end in time. */
  readonly patient?: boolean;
  /** The whole task time-out, whatever earlier tasks have used up. */
  readonly whole?: boolean;
}

/**
 * Sends a bulk update and waits for its task, unless an earlier task did not end in time and the check is not patient.
 * If it is rejected while others run, it is retried alone, and only that response counts.
 */
export async function send(
  context: WriteContext,
  body: unknown,
  { patient = false, whole = false }: Waiting = {},
): Promise<Ordered> {
  const { bulk } = context;
  const attempt = async () => {
    const operation = context.world.operation(context.kind.bulk.operation);
    const answer = await context.send({ operation, body, mayBeBusy: true });
    const taken = isSuccess(answer);
    const sent = { answer, taken, mayBeBusy: answer.status < 500 || answer.status === 503 };
    if (!taken || (bulk.late === context.look && !patient)) return { ...sent, end: null };
    const end = await context.attempt(() => context.pollTask(answer, { whole }));
    if (end?.late === true) bulk.late = context.look;
    return { ...sent, end };
  };
  const ordered = await bulk.lane.carryOut(attempt, AGAIN_MS);
  if (ordered.answer.status === 503) assertUsable(ordered.answer);
  return ordered;
}

/** Sends a bulk update of the listed records without waiting for it; `null` if it is rejected. */
export async function start(context: WriteContext, ids: readonly string[], flags: Flags): Promise<Answer | null> {
  const operation = context.world.operation(context.kind.bulk.operation);
  const answer = await context.send({ operation, body: bodyOf(context, ids, flags) });
  return isSuccess(answer) ? answer : null;
}

/**
 * Sends a bulk update once that the target may reject, and waits for its task if it is accepted. On a target that
 * accepts one at a time it does not overlap with others, so that a rejection is due to its content.
 */
export async function sendOnce(context: WriteContext, request: WriteRequest): Promise<Answer> {
  const { lane } = context.bulk;
  const run = async () => {
    const answer = await context.send(request);
    if (isSuccess(answer)) await context.attempt(() => context.pollTask(answer));
    return answer;
  };
  return lane.oneAtATime ? lane.runAlone(run) : (await lane.runShared(run)).value;
}

/** A bulk update that completed. */
export interface Done {
  readonly answer: Answer;
  readonly end: TaskEnd;
}

/** As `carryOut`; inconclusive too if the bulk update fails for one of the records, as its summary states. */
export async function order(context: WriteContext, given: Order): Promise<Done> {
  const done = await carryOut(context, given);
  const { ids, flags, rest, atOnce = false } = given;
  const fields = fieldsOfFlags(context, { ...rest, ...flags });
  await assertNoneFailed(context, { ids, fields, end: done.end, atOnce });
  return done;
}

/**
 * Sends a documented bulk update and waits for its end. If the target requires all flags, the rest is sent as well.
 * Inconclusive if it is rejected: the scopes and flags that a target accepts are unspecified. One that equals another of the
 * last moments is sent again later if a record does not show it.
 */
export async function carryOut(
  context: WriteContext,
  { ids, flags, rest = {}, atOnce, whole = false }: Order,
): Promise<Done> {
  const { bulk } = context;
  if (bulk.late === context.look) context.inconclusive('a task did not end in time (see tasks.completes)');
  const all = { ...rest, ...flags };
  for (const sent of bulk.needsAllFlags ? [all] : [flags, all]) {
    const body = bodyOf(context, ids, sent);
    const { answer, end } = await send(context, body, { whole });
    if (answer.status === 400) continue;
    if (!isSuccess(answer)) break;
    if (sent === all) bulk.needsAllFlags = true;
    if (end === null) return context.inconclusive('the task cannot be read (see tasks.answered)');
    assertCompleted(context, end, `a bulk update of ${plural(ids.length, 'record')} with ${brief(sent)}`);
    bulk.takesListed = true;
    // A target that takes one at a time may have rejected it at first.
    const isRepeated = atOnce !== true && context.isRepeated(body, APART_MS);
    if (!isRepeated || (await areShown(context, ids, fieldsOfFlags(context, sent)))) return { answer, end };
    await context.world.session.pause(APART_MS);
    return carryOut(context, { ids, flags, rest, atOnce: true });
  }
  return refused(context);
}

/**
 * Whether reads show all of some records with their flags, soon enough, and go on to show them: a single read may be of a
 * replica that shows the record as it was when it had the same flags before.
 */
async function areShown(context: WriteContext, ids: readonly string[], fields: Flags): Promise<boolean> {
  const read = await Promise.all(ids.map((id) => readUntil(context, { id }, fields)));
  if (!read.every(({ held }) => held)) return false;
  for (let more = 1; more <= MORE_READS; more += 1) {
    const again = await Promise.all(ids.map((id) => context.read({ id })));
    if (again.some((now) => differingFields(now, fields).length > 0)) return false;
  }
  return true;
}

/** Ends a check as inconclusive: its bulk update was rejected although it may be valid. */
export function refused(context: WriteContext): never {
  const word = JSON.stringify(context.listedScope);
  const hint =
    'set --bulk-scope to the scope that selects the listed ids; the target may also require more members than scope, ids and body';
  return context.inconclusive(`a bulk update with the scope ${word} returned ${context.last?.summary}; ${hint}`);
}
