import type { Area, Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import { Inconclusive } from '../../engine/session/signals.js';
import { pathParameters, type World } from '../../engine/session/world.js';

/** Whether an area is offered to this caller; `statuses` are those of its reads, each once. */
export interface OfferedArea {
  readonly area: Area;
  /** `false`: all of its reads return 403 or 404. `null`: no read shows it. */
  readonly offered: boolean | null;
  readonly statuses: readonly number[];
}

/** Looks at the reads of an area that need no sample, or else at its lists. */
export async function offeredArea(world: World, area: Area): Promise<OfferedArea> {
  const reads = world.described.operations.filter((one) => one.area === area && one.binding.method === 'GET');
  const probes = reads.filter((one) => pathParameters(one).length === 0);
  const lists = reads.filter(({ success }) => success.item !== undefined);
  const answers = await Promise.all((probes.length > 0 ? probes : lists).map((one) => answerOf(world, one)));
  const statuses = [...new Set(answers.flatMap((answer) => (answer?.received ? [answer.status] : [])))];
  if (statuses.includes(200)) return { area, offered: true, statuses };
  const isRefused = statuses.length > 0 && statuses.every((status) => status === 403 || status === 404);
  return { area, offered: isRefused ? false : null, statuses };
}

/** The response to a plain request; `null` if there is no sample for it, or if a 404 may be due to a wrong one. */
async function answerOf(world: World, operation: Operation): Promise<Answer | null> {
  try {
    const answer = await world.plain(operation);
    return answer.status === 404 && (await world.sampleMayBeWrong(operation)) ? null : answer;
  } catch (error) {
    if (error instanceof Inconclusive) return null;
    throw error;
  }
}
