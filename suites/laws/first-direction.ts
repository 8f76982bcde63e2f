import { type AskContext, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { fieldsOf } from './fields.js';

/** How careless targets write a text that is absent. */
const ABSENT = 'null';

/** A sort by one field whose first page shows the most. */
export async function firstSort(context: AskContext, field: string): Promise<string> {
  return `${field}:${await firstDirection(context, field)}`;
}

/**
 * The direction in which the first page of a sort by a field shows whether absent texts are sorted as the text "null": in a
 * long list, such records may be on a later page. Ascending where it makes no difference.
 */
export async function firstDirection(context: AskContext, field: string): Promise<'asc' | 'desc'> {
  if (fieldsOf(context.operation)[field] !== 'string') return 'asc';
  const { items } = await context.collection();
  const texts = items.flatMap(({ [field]: own }) => (typeof own === 'string' ? [own] : []));
  const absent = items.length - texts.length;
  // Capital letters may come before all others, or among them.
  const ranks = [texts, texts.map((text) => text.toLowerCase())].map((all) => all.filter((one) => one < ABSENT).length);
  const isOnFirst = (others: readonly number[]) => others.every((count) => count + absent < DEFAULT_SIZE);
  if (absent === 0 || isOnFirst(ranks)) return 'asc';
  return isOnFirst(ranks.map((before) => texts.length - before)) ? 'desc' : 'asc';
}
