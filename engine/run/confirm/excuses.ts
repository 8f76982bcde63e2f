import type { Answer } from '../../client/answer.js';
import { isAway } from '../../client/cause.js';
import { DEFAULT_SIZE, type Evidence, type SeenRequest } from '../../session/ask-context.js';
import { pageOf } from '../../session/page.js';
import type { World } from '../../session/world.js';
import type { Result } from '../result.js';

/** Pauses before a refused request is repeated, in milliseconds. */
const PAUSES_MS = [40, 110, 230];

/**
 * Why a refusal or a broken connection does not count against the target: its record is gone, or the target is
 * unavailable; `null` if it counts.
 */
export async function excuseOf(world: World, { check }: Result, shown: Evidence): Promise<string | null> {
  const { answer, seen } = shown;
  if (answer.status === 200) return null;
  const away = await awayOf(world, answer);
  if (away !== null) return away;
  if (!isRefusal(answer)) return null;
  if (await world.sampleMayBeWrong(check.operation)) {
    return 'the discovered sample may not name this resource; give one with --fixture';
  }
  if (await world.sampleIsGone(check.operation, seen?.params ?? {})) return 'the record is gone';
  return (
    (await isPast(world, seen, 'first')) ?? (await isTransient(world, shown)) ?? (await isPast(world, seen, 'last'))
  );
}

/**
 * Why a refused page does not count: the list is now too short to have it, and the response past the last page is
 * unspecified.
 */
async function isPast({ session }: World, seen: SeenRequest | undefined, again: string): Promise<string | null> {
  const { page_number: number, ...query } = seen?.query ?? {};
  if (seen === undefined || number === undefined || Number(number) <= 1) return null;
  const { operation, params } = seen;
  const answer = await session.ask({ operation, params, query, again: `is it past the last page, ${again}` });
  if (answer.status !== 200) return null;
  const first = pageOf(answer);
  const size = Number(query.page_size ?? DEFAULT_SIZE);
  const counts = [first.totalPages, first.totalItems === null ? null : Math.ceil(first.totalItems / size)];
  return counts.some((count) => count !== null && count < Number(number)) ? 'the list became shorter' : null;
}

/** Why a refusal does not count: a repeated request, after growing pauses, returns another status. */
export async function isTransient(world: World, { answer, difference }: Evidence): Promise<string | null> {
  if (difference.at !== 'status' || !isRefusal(answer)) return null;
  for (const ms of PAUSES_MS) {
    await world.session.pause(ms);
    const again = await world.session.repeat(answer, `after ${ms} ms`);
    if (again !== null && again.status !== answer.status) return 'the record was missing only for a moment';
  }
  return null;
}

/** Whether a missing record would cause the same response. */
function isRefusal({ status }: Answer): boolean {
  return status === 400 || status === 404;
}

/** Why a response does not come from the target itself; `null` if it does, or if other responses do. */
export async function awayOf(world: World, answer: Answer): Promise<string | null> {
  const replacement = await world.session.replacement(answer);
  if (replacement !== null || !isAway(answer)) return replacement;
  return (await world.isResponding()) ? null : `the target stopped responding: ${answer.summary}`;
}
