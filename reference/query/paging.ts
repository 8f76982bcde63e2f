import type { QueryParameter } from '../../contract/types.js';
import type { Context } from '../behaviour.js';
import type { Page, Pagination, Row } from '../model.js';
import { Refusal } from '../refusal.js';
import { single } from './parameters.js';

/** The largest page; two areas leave it unspecified and use that of the others ("Limits"). */
const MAX_PAGE_SIZE = 1000n;

/** The paging parameters of a request (section "Common query parameters"); throws a 400 if one is outside its type. */
export function readPaging(context: Context): Page {
  return { number: readInteger('page_number', context), size: Number(readInteger('page_size', context)) };
}

function readInteger(name: string, context: Context): bigint {
  const parameter = context.operation.parameters.find((candidate) => candidate.name === name) as QueryParameter;
  const text = single(name, context) ?? String(parameter.default);
  if (!/^\d+$/.test(text)) throw new Refusal(400, `${name} must consist of digits only`);
  const maximum = parameter.bits === undefined ? MAX_PAGE_SIZE : 2n ** BigInt(parameter.bits - 1) - 1n;
  const value = text.length > 30 ? maximum + 1n : BigInt(text);
  if (value < 1n || value > maximum) throw new Refusal(400, `${name} must be from 1 to ${maximum}`);
  return value;
}

/** The records of one page; empty after the last one. */
export function paginate(records: readonly Row[], { number, size }: Page): readonly Row[] {
  const start = Number(number - 1n) * size;
  return records.slice(start, start + size);
}

/** The pagination object of a list; the agreement area does not count the items ("Pagination object"). */
export function paginationObject({ number, size }: Page, total: number, { operation }: Context): Pagination {
  return {
    page_size: size,
    page_number: number > Number.MAX_SAFE_INTEGER ? number : Number(number),
    total_pages: Math.ceil(total / size),
    ...(operation.area === 'agreements' ? {} : { total_items: total }),
  };
}
