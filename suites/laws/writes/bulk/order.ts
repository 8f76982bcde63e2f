import type { Answer } from '../../../../engine/client/answer.js';
import type { TaskEnd, WriteContext, WriteRequest } from '../../../../engine/writes/write-context.js';
import { isSuccess } from '../compare.js';

/** Flags of a bulk update by their names in the request. */
export type Flags = Readonly<Record<string, boolean>>;

/** What a bulk update asks for. */
export interface Order {
  readonly ids: readonly string[];
  readonly flags: Flags;
  /** The other flags as they are, for a target that wants all of them. */
  readonly rest?: Flags;
}

/** What came of a bulk update: its answer, and the end of its task where it was accepted and its task could be read. */
export interface Ordered {
  readonly answer: Answer;
  readonly end: TaskEnd | null;
}

/** How long a refused bulk update is sent again: another one may still run that this check knows nothing of. */
const AGAIN_MS = 1500;

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

/** Every flag of the record the other way round, by its name in a bulk update. */
export function otherMarkers({ kind, record }: WriteContext): Flags {
  return Object.fromEntries(
    Object.entries(kind.bulk.flags).map(([marker, field]) => [marker, record.before[field] !== true]),
  );
}

/** The fields that flags set, with their values. */
export function fieldsOfFlags({ kind }: WriteContext, flags: Flags): Readonly<Record<string, boolean>> {
  return Object.fromEntries(Object.entries(flags).map(([name, value]) => [kind.bulk.flags[name] ?? name, value]));
}

/**
 * Sends a bulk update and waits for its task, unless one has not ended in time before and the check is not patient.
 * Where it is refused beside others it is sent again alone, and only what is answered then counts.
 */
export async function send(context: WriteContext, body: unknown, { patient = false } = {}): Promise<Ordered> {
  const { bulk } = context;
  const attempt = async () => {
    const answer = await context.send({ operation: context.world.operation(context.kind.bulk.operation), body });
    const taken = isSuccess(answer);
    const sent = { answer, taken, mayBeBusy: answer.status < 500 };
    if (!taken || (bulk.late === context.look && !patient)) return { ...sent, end: null };
    const end = await context.attempt(() => context.pollTask(answer));
    if (end?.late === true) bulk.late = context.look;
    return { ...sent, end };
  };
  return bulk.lane.carryOut(attempt, AGAIN_MS);
}

/**
 * Sends a bulk update that may well be refused, once, and waits for its task where it is accepted. It keeps away from
 * others on a target that takes one at a time, so that what is refused is refused for what it is.
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

/** An order that was carried out. */
export interface Done {
  readonly answer: Answer;
  readonly end: TaskEnd;
}

/**
 * Orders a bulk update that the document describes and waits for its end. Flags that are not all are sent along with
 * the rest where the target wants that. Inconclusive where it is refused: the scopes and flags that a target takes are not shown.
 */
export async function order(context: WriteContext, { ids, flags, rest = {} }: Order): Promise<Done> {
  const { bulk } = context;
  if (bulk.late === context.look) context.inconclusive('a task did not end in time (see tasks.completes)');
  const all = { ...rest, ...flags };
  for (const sent of bulk.needsAllFlags ? [all] : [flags, all]) {
    const { answer, end } = await send(context, bodyOf(context, ids, sent));
    if (answer.status === 400) continue;
    if (!isSuccess(answer)) break;
    if (sent === all) bulk.needsAllFlags = true;
    if (end === null) return context.inconclusive('the task cannot be read (see tasks.answered)');
    if (!end.complete) context.inconclusive('the task does not complete (see tasks.completes)');
    return { answer, end };
  }
  return refused(context);
}

/** Ends a check whose bulk update is refused although it may be valid. */
export function refused(context: WriteContext): never {
  const word = JSON.stringify(context.listedScope);
  const hint =
    'say with --bulk-scope how a bulk update is about the listed ids; it may demand more members than the document lists: scope, ids, body';
  return context.inconclusive(
    `a bulk update with the scope ${word} is answered with ${context.last?.summary}; ${hint}`,
  );
}
