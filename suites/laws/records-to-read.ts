import { recordsOf } from '../../engine/run/judge-state.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import type { Query } from '../../engine/session/seen.js';
import { requiredQuery } from '../../engine/session/world.js';
import { isList } from './applies.js';
import { detailIds, listOf } from './detail-ids.js';
import { paramsFor } from './params-for.js';

const DAY_MS = 86_400_000;
/** KPIs are also read from this many days before the usual first day, in case nothing happened recently. */
const EARLIER = [335, 3620];

/** Records of an operation, as many as a few requests return. */
export interface RecordsRead {
  readonly records: readonly JsonRecord[];
  /** There is only one record to read: a task, or its summary. */
  readonly single: boolean;
}

/** The records of an operation: the whole list, several details, or a KPI over several periods. */
export async function recordsToRead(context: AskContext): Promise<RecordsRead> {
  const { operation } = context;
  if (isList(operation)) return { records: (await context.collection()).items, single: false };
  const plain = recordsOf(operation, await context.body()).filter(isRecord);
  const others = await Promise.all((await otherReads(context)).map((read) => recordAt(context, read)));
  return { records: [...plain, ...others.flat()], single: others.length === 0 };
}

interface Read {
  readonly query?: Query;
  readonly params?: Readonly<Record<string, string>>;
}

async function otherReads(context: AskContext): Promise<Read[]> {
  const { operation } = context;
  const { fromDate } = requiredQuery(operation);
  if (fromDate !== undefined) return EARLIER.map((days) => ({ query: { fromDate: before(fromDate, days) } }));
  if (listOf(operation) === null) return [];
  const ids = await detailIds(context);
  const own = Object.values(await context.params());
  return ids.filter(({ id }) => !own.includes(id)).map(({ id }) => ({ params: paramsFor(operation, id) }));
}

async function recordAt(context: AskContext, { query = {}, params }: Read): Promise<JsonRecord[]> {
  const options = params === undefined ? {} : { params };
  const answer = await context.ask(query, options);
  // A target may reject a period as too long; a record in the list must be readable.
  if (params !== undefined || answer.status === 200) await context.ask(query, { ...options, valid: true });
  if (answer.status !== 200) return [];
  return recordsOf(context.operation, answer.value).filter(isRecord);
}

/** A date or a date and time some days earlier, in the same form. */
function before(time: string, days: number): string {
  const earlier = new Date(Date.parse(time) - days * DAY_MS).toISOString();
  return time.length === 10 ? earlier.slice(0, 10) : earlier;
}
