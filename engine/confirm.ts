import pLimit from 'p-limit';
import { kindOfPlace } from '../schemas/json-pointer.js';
import { DEFAULT_SIZE, type Evidence } from './ask-context.js';
import { askOnce } from './ask-once.js';
import type { RequestLedger } from './budget.js';
import { type Cause, causeOf } from './cause.js';
import type { Answer } from './client/answer.js';
import { JudgeState } from './judge-state.js';
import { pageOf } from './page.js';
import { pause } from './pause.js';
import { ledgerOf } from './plan.js';
import { bare, type Result } from './result.js';
import { isJudge, type JudgeRule, type Seen } from './rule.js';
import type { RunInput } from './run.js';
import { Session } from './session.js';
import { Undecided } from './signals.js';
import { isAway, World } from './world.js';

const CHECKS_AT_ONCE = 8;
/** Differences that are looked at a second time, at most, for a rule that judges. */
const LOOKED_AT = 5;
/** Places of differences beside them that are looked at a second time, at most, so that none hides another. */
const PLACES = 20;
/** Pauses before a request that was refused is asked again, in milliseconds. */
const PAUSES_MS = [40, 110, 230];

/**
 * Looks at everything that failed a second time, on data that is read anew. A difference that does not show again is no
 * finding: the target may have moved, so the check is inconclusive, with both exchanges.
 */
export async function confirm(input: RunInput, failed: readonly Result[]): Promise<Result[]> {
  const ledger = ledgerOf(input.checks, input.budget);
  const world = freshWorld(input, ledger, () => undefined);
  const limit = pLimit(CHECKS_AT_ONCE);
  return Promise.all(
    failed.map((result) =>
      limit(async () => {
        if (input.signal?.aborted) return unconfirmed(result, 'the run was interrupted before a second look');
        const { rule } = result.check;
        const again = isJudge(rule) ? judgeAgain(input, ledger, result, rule) : askAgain(input, world, result);
        return again.catch((error: unknown) => {
          if (error instanceof Undecided) return unconfirmed(result, error.message, undefined, error.blockedBy);
          throw error;
        });
      }),
    ),
  );
}

/** Looks at a check that asks a second time; `world` is one that has not been asked before. */
export async function askAgain(input: RunInput, world: World, first: Result): Promise<Result> {
  return compared(world, first, await askOnce(first.check, world, input.seed, null));
}

/** What two looks at a check come to: a difference counts where both show it, and the target is there. */
export async function compared(world: World, first: Result, second: Result): Promise<Result> {
  if (second.outcome === 'error') return second;
  const known = new Set(first.evidence.map(placeOf));
  const evidence = second.evidence.filter((one) => known.has(placeOf(one)));
  const [shown] = evidence;
  if (shown !== undefined) {
    const excuse = (await awayOf(world, shown.answer)) ?? (await comesBack(world, shown));
    return excuse === null
      ? { ...second, outcome: 'fail', reason: null, evidence }
      : unconfirmed(first, excuse, shown.answer, causeOf(shown.answer));
  }
  if (second.cause) return unconfirmed(first, second.reason ?? second.cause, second.last, second.cause);
  const why = second.reason === null ? '' : `: ${second.reason}`;
  return unconfirmed(first, `a second look did not show it again${why}`, second.last);
}

async function judgeAgain(input: RunInput, ledger: RequestLedger, first: Result, rule: JudgeRule): Promise<Result> {
  const state = new JudgeState(rule);
  const world = freshWorld(input, ledger, (seen) => state.accept(seen));
  let second: Answer | undefined;
  let unanswered: Answer | undefined;
  for (const { operation, params, query } of requestsOf(first.evidence)) {
    second = await world.session.ask({ operation, params, query, valid: true });
    if (causeOf(second) !== null) unanswered ??= second;
  }
  const places = new Set(first.evidence.map(placeOf));
  const evidence = state.evidence.filter((one) => places.has(placeOf(one)));
  const [shown] = evidence;
  if (shown === undefined) {
    return unanswered === undefined
      ? unconfirmed(first, 'a second look did not show it again', second)
      : unconfirmed(first, unanswered.summary, unanswered, causeOf(unanswered));
  }
  const excuse = await excuseOf(world, first, shown);
  return excuse === null
    ? { ...bare(first.check, 'fail', null), evidence }
    : unconfirmed(first, excuse, second, causeOf(shown.answer));
}

/** Why a refusal or a broken connection says nothing of the target: its record is gone, or the target itself is. */
async function excuseOf(world: World, { check }: Result, shown: Evidence): Promise<string | null> {
  const { answer, seen } = shown;
  if (answer.status === 200) return null;
  const away = await awayOf(world, answer);
  if (away !== null) return away;
  if (!isRefusal(answer)) return null;
  if (await world.doubtful(check.operation)) {
    return 'the discovered sample may not name this resource; give one with --fixture';
  }
  if (await world.gone(check.operation, seen?.params ?? {})) return 'the record is gone';
  return (await isPast(world, seen, 'first')) ?? (await comesBack(world, shown)) ?? (await isPast(world, seen, 'last'));
}

/** Why a refusal of a page says nothing: by now the list is too short to have it. What such a page answers is not shown. */
async function isPast({ session }: World, seen: Seen | undefined, again: string): Promise<string | null> {
  const { page_number: number, ...query } = seen?.query ?? {};
  if (seen === undefined || number === undefined || Number(number) <= 1) return null;
  const { operation, params } = seen;
  const answer = await session.ask({ operation, params, query, again: `is it past the last page, ${again}` });
  if (answer.status !== 200) return null;
  const first = pageOf(answer);
  const size = Number(query.page_size ?? DEFAULT_SIZE);
  const counts = [first.totalPages, first.totalItems === null ? null : Math.ceil(first.totalItems / size)];
  return counts.some((count) => count !== null && count < Number(number)) ? 'the list has become shorter' : null;
}

/** Why a refusal says nothing: it is another answer when it is asked for again, a moment later each time. */
async function comesBack(world: World, { answer, difference }: Evidence): Promise<string | null> {
  if (difference.at !== 'status' || !isRefusal(answer)) return null;
  for (const ms of PAUSES_MS) {
    await pause(ms);
    const again = await world.session.repeat(answer, `after ${ms} ms`);
    if (again !== null && again.status !== answer.status) return 'the record came and went';
  }
  return null;
}

/** Whether the answer would be the same if the record that was asked for, or of, were away. */
function isRefusal({ status }: Answer): boolean {
  return status === 400 || status === 404;
}

/** Why an answer is not the target's own; `null` where it is, or where others are. */
async function awayOf(world: World, answer: Answer): Promise<string | null> {
  if (answer.failure === null && !isAway(answer.status)) return null;
  return (await world.alive()) ? null : `the target has stopped answering: ${answer.summary}`;
}

/** The requests behind the evidence, each once: those of the first of it, and one for each further place. */
function requestsOf(evidence: readonly Evidence[]): Seen[] {
  const places = new Map([...evidence].reverse().map((one) => [placeOf(one), one]));
  const chosen = [...evidence.slice(0, LOOKED_AT), ...[...places.values()].reverse().slice(0, PLACES)];
  const seen = chosen.flatMap((one) => (one.seen === undefined ? [] : [one.seen]));
  return [...new Map(seen.map((one) => [one.answer.request.url, one])).values()];
}

/** A world that has not been asked before. */
export function freshWorld(
  { target, client, described, times }: RunInput,
  ledger: RequestLedger,
  onSeen: (seen: Seen) => void = () => undefined,
): World {
  return new World(new Session(target, client, ledger, onSeen, times), described);
}

/** What could not be confirmed; `cause` says that the target did not answer the second look. */
function unconfirmed(first: Result, reason: string, second?: Answer, cause: Cause | null = null): Result {
  const what = cause === null ? 'not reproduced' : 'found once, and the second look had no answer';
  return { ...first, outcome: 'inconclusive', reason: `${what}: ${reason}`, second, cause };
}

/** Where a difference is, whichever record shows it. */
function placeOf({ difference }: Evidence): string {
  return kindOfPlace(difference.at);
}
