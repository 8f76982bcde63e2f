import type { Exchange } from '../../../schemas/generated/touchstone.js';
import { exchangeBlockId, HEAD_ID, type PageData } from '../page-data.js';

function read<Value>(id: string): Value {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}

/** All of the report but its exchanges, as this file holds it. */
export const data: PageData = read(HEAD_ID);

const indexes = new Map(data.exchangeIds.map((id, index) => [id, index]));

/** An exchange, parsed now: only what is looked at costs anything. */
export function exchangeOf(id: string | null): Exchange | null {
  const index = id === null ? undefined : indexes.get(id);
  return index === undefined ? null : read(exchangeBlockId(index));
}

/** All exchanges, to save the report as it was. */
export function allExchanges(): Exchange[] {
  return data.exchangeIds.map((_id, index) => read(exchangeBlockId(index)));
}
