import type { RecordKind } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { itemsOf, type JsonRecord, pageOf } from '../session/page.js';
import { nullIfInconclusive } from '../session/signals.js';
import type { World } from '../session/world.js';

/** The records on the first page of a list, by id. */
export interface Listed {
  readonly answer: Answer;
  readonly items: ReadonlyMap<string, JsonRecord>;
}

/** Reads the first page of the list of a kind with a new request; inconclusive if it cannot be read. */
export async function listedRecords(world: World, kind: RecordKind): Promise<Listed> {
  const operation = world.operation(kind.list);
  const { answer, items } = pageOf(await world.session.ask({ operation, params: {}, fresh: true }));
  return {
    answer,
    items: new Map(items.filter(({ id }) => typeof id === 'string').map((item) => [String(item.id), item])),
  };
}

/** The records of the first page of the list of a kind, as the run first read it; none if it cannot be read. */
export async function firstRecords(world: World, kind: RecordKind): Promise<readonly JsonRecord[]> {
  const answer = await world.plain(world.operation(kind.list)).catch(nullIfInconclusive);
  return answer === null ? [] : itemsOf(answer);
}
