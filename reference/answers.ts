import type { Context } from './behaviour.js';
import { collect } from './collections.js';
import { find, readId } from './find.js';
import type { ListCache } from './list-cache.js';
import type { Answer, Row } from './model.js';
import type { Filter } from './query/filter.js';
import { matches } from './query/filter-evaluator.js';
import { compareBy, order } from './query/order.js';
import type { SortKey } from './query/sort-parser.js';
import { Refusal } from './refusal.js';

/** Carries out an operation by its kind: a list, a write, or a read of one record. */
export function perform(context: Context): Answer {
  const { steps, operation } = context;
  if (operation.success.item !== undefined) return steps.answerList(context);
  return operation.binding.method === 'GET' ? steps.answerRecord(context) : steps.write(context);
}

/**
 * A page of a list (section "Pagination object"): filter, then sort, then slice. The parameters are read before the
 * parent is looked up, and only the records of the page are serialized.
 */
export function answerList(context: Context): Answer {
  const { steps, operation } = context;
  const page = steps.readPaging(context);
  const filter = steps.readFilter(context);
  const keys = steps.readSort(context);
  const matching =
    context.lists === null ? listOf(filter, keys, context) : knownList(filter, keys, context, context.lists);
  const records = steps.paginate(matching, page, context);
  const body = {
    items: records.map((record) => steps.present(record, operation.success.item ?? '', context)),
    pagination: steps.paginationObject(page, matching.length, context),
  };
  if (operation.area !== 'agreements') return { status: 200, body };
  return { status: 200, body: { ...body, _links: steps.pageLinks(page, matching.length, context) } };
}

/** The records of a list that match a filter, in the order of the keys. */
function listOf(filter: Filter | undefined, keys: readonly SortKey[], context: Context): readonly Row[] {
  const { steps } = context;
  const all = steps.collect(context);
  return steps.order(filtered(all, filter, context), keys, context);
}

function filtered(records: readonly Row[], filter: Filter | undefined, context: Context): readonly Row[] {
  const { steps } = context;
  return filter === undefined ? records : records.filter((record) => steps.matches(filter, record, context));
}

/** As `listOf`, from lists that were made before. A step that a hook replaced is carried out for each request. */
function knownList(
  filter: Filter | undefined,
  keys: readonly SortKey[],
  context: Context,
  lists: ListCache,
): readonly Row[] {
  const { steps, operation, params } = context;
  if (steps.collect !== collect || steps.find !== find || steps.readId !== readId) return listOf(filter, keys, context);
  const list = JSON.stringify([operation.id, params]);
  const whole = lists.get(list, '', () => steps.collect(context));
  if (filter === undefined && keys.length === 0) return whole;
  const select = (by: Filter | undefined, sort: readonly SortKey[]) =>
    lists.get(
      list,
      JSON.stringify([by ?? null, sort]),
      () => lists.indexOf(list)?.select(by, sort) ?? order(filtered(whole, by, context), sort, context),
    );
  if (filter !== undefined && steps.matches !== matches)
    return steps.order(filtered(whole, filter, context), keys, context);
  if (steps.order !== order || steps.compareBy !== compareBy) return steps.order(select(filter, []), keys, context);
  return select(filter, keys);
}

/** One record. */
export function answerRecord(context: Context): Answer {
  const { steps, operation } = context;
  return { status: 200, body: steps.present(steps.read(context), operation.success.schema ?? '', context) };
}

/** An error response. The reason for a 500 is not sent, because it could help an attacker. */
export function refuse(error: unknown, context: Context): Answer {
  const { status, message, headers } = error instanceof Refusal ? error : new Refusal(500, 'Internal server error');
  return { status, headers, body: context.steps.errorBody(status, message, context) };
}

/** The documented error body (section "Errors"). */
export function errorBody(status: number, message: string): unknown {
  return { error: { code: status, message } };
}
