import type { Context } from './behaviour.js';
import type { Answer } from './model.js';
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
  const all = steps.collect(context);
  const matching = filter === undefined ? all : all.filter((record) => steps.matches(filter, record, context));
  const records = steps.paginate(steps.order(matching, keys, context), page, context);
  const body = {
    items: records.map((record) => steps.present(record, operation.success.item ?? '', context)),
    pagination: steps.paginationObject(page, matching.length, context),
  };
  if (operation.area !== 'agreements') return { status: 200, body };
  return { status: 200, body: { ...body, _links: steps.pageLinks(page, matching.length, context) } };
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
