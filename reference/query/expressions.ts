import type { Context } from '../behaviour.js';
import { recordShape } from '../record-shape.js';
import type { Filter } from './filter.js';
import { parseFilter } from './filter-parser.js';
import { single, takes } from './parameters.js';
import { parseSort, type SortKey } from './sort-parser.js';

/** The filter of a list, or undefined if the request has none or the operation documents none. */
export function readFilter(context: Context): Filter | undefined {
  const text = takes('filter', context) ? single('filter', context) : undefined;
  return text === undefined ? undefined : context.steps.parseFilter(text, itemSchema(context), context);
}

/** The sort keys of a list; empty if the request has none or the operation documents none. */
export function readSort(context: Context): readonly SortKey[] {
  const text = takes('sort', context) ? single('sort', context) : undefined;
  return text === undefined ? [] : context.steps.parseSort(text, itemSchema(context), context);
}

/** `parseFilter` for the records of a schema. */
export function parseFilterOf(text: string, schema: string): Filter {
  return parseFilter(text, recordShape(schema).comparable);
}

/** `parseSort` for the records of a schema. */
export function parseSortOf(text: string, schema: string): readonly SortKey[] {
  return parseSort(text, recordShape(schema).comparable);
}

function itemSchema({ operation }: Context): string {
  return operation.success.item ?? '';
}
