import type { Filter } from '../../../contract/query-language.js';
import type { Answer } from '../../../engine/client/answer.js';
import { looselyEqual } from '../../../engine/oracle/collation.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity, type Walk } from '../../../engine/session/page.js';
import { OperationSlot } from '../../../engine/session/slot.js';
import { printFilter } from '../../../generators/filter/print-filter.js';
import { equals } from '../../../generators/filter-text.js';
import { findFilterable } from '../filterable.js';
import { simpleText } from '../sortable.js';

/** The maximum length of a filter that selects a slice, in characters: servers limit the length of a URL. */
const LONGEST = 1800;
/** The minimum number of records of a slice, so that expressions match some of them and not all. */
const FEWEST = 12;
/** The maximum number of records of a slice that one value selects. */
const MOST = 3000;

/** A part of a list that is too large to read completely: the result of a filter, verified record by record. */
export interface Slice {
  readonly list: Walk;
  readonly filter: string;
}

/** A filter by values of the sample that returned records with other values, or not all with these. */
export interface SliceFault {
  readonly answer: Answer;
  readonly message: string;
}

interface FoundSlice {
  readonly slice: Slice | null;
  readonly fault: SliceFault | null;
}

const SLICE = new OperationSlot<FoundSlice>();

/**
 * Finds a filter that selects a slice of a list that was read only in part: any of many values of a field, or one
 * value that several records share. Its result is checked against the sample before other rules rely on it.
 */
export function findSlice(context: AskContext, sample: Walk): Promise<FoundSlice> {
  return SLICE.of(context, async () => {
    const { taken } = await findFilterable(context);
    let fault: SliceFault | null = null;
    for (const { field } of taken) {
      for (const values of [manyValues(sample, field), sharedValue(sample, field)]) {
        if (values.length === 0) continue;
        const filter = filterOf(field, values);
        const answer = await context.ask({ filter, page_size: sample.pageSize });
        if (answer.status !== 200) continue;
        const list = await context.walk(sample.pageSize, { filter });
        if (list.partial) continue;
        const message = faultOf(sample, list, field, values);
        if (message === null && list.items.length >= FEWEST) return { slice: { list, filter }, fault: null };
        if (message !== null) fault ??= { answer, message: `${shownValues(field, values)} ${message}` };
      }
    }
    return { slice: null, fault };
  });
}

function filterOf(field: string, values: readonly string[]): string {
  const [first = '', ...others] = values;
  if (others.length === 0) return equals(field, first);
  return printFilter({ kind: 'or', operands: values.map((value) => comparison(field, value)) });
}

function comparison(field: string, value: string): Filter {
  return { kind: 'comparison', field, operator: '-eq', literal: { type: 'string', value } };
}

/** Different values at even distances over the sample, as many as a filter has room for. */
function manyValues({ items }: Walk, field: string): string[] {
  const held = [...new Set(items.map((item) => item[field]).filter(simpleText))];
  const room = Math.floor(LONGEST / (`(${field} -eq '') -or `.length + 20));
  const step = Math.max(1, Math.floor(held.length / room));
  const chosen = held.filter((_value, index) => index % step === 0).slice(0, room);
  return chosen.length < FEWEST ? [] : chosen;
}

/** The most frequent value that enough records of the whole list have, but probably not too many. */
function sharedValue({ items, pages }: Walk, field: string): string[] {
  const counts = new Map<string, number>();
  for (const { [field]: value } of items) if (simpleText(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const scale = (pages[0]?.totalItems ?? items.length) / items.length;
  const fitting = [...counts].filter(([, count]) => count * scale >= FEWEST && count * scale <= MOST);
  const [best] = fitting.sort(([, one], [, other]) => other - one);
  return best === undefined ? [] : [best[0]];
}

/** What is wrong with the result of a filter, by its own records and those of the sample; `null` if nothing is. */
function faultOf(sample: Walk, list: Walk, field: string, values: readonly string[]): string | null {
  const strange = list.items.find(({ [field]: own }) => {
    return typeof own === 'string' && !values.some((value) => looselyEqual(own, value));
  });
  if (strange !== undefined) return `returned a record whose ${field} is ${JSON.stringify(strange[field])}`;
  const answered = new Set(list.items.map(identity));
  const wanted = new Set(values);
  const missing = sample.items.find((item) => wanted.has(item[field] as string) && !answered.has(identity(item)));
  return missing === undefined
    ? null
    : `omitted ${identity(missing)}, whose ${field} is ${JSON.stringify(missing[field])}`;
}

function shownValues(field: string, values: readonly string[]): string {
  return `a filter for ${values.length === 1 ? `the value ${JSON.stringify(values[0])}` : `any of ${values.length} values`} of ${field}`;
}
