import type { Filter } from '../../../contract/query-language.js';
import type { Answer } from '../../../engine/client/answer.js';
import type { AskRule } from '../../../engine/run/rule.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity, type JsonRecord } from '../../../engine/session/page.js';
import { type Escaped, escapedIn, quoted } from '../../../generators/filter-text.js';
import { takes } from '../applies.js';
import { mustFindFilterable } from '../filterable.js';

/** Values of each kind that are tried, at most. */
const TRIED = 3;

/** A way to write a value that holds what has to be escaped. */
interface Way {
  readonly escaped: Escaped;
  readonly words: string;
  /** The value as it is written, with its quotes. */
  write(value: string): string;
}

const BACKSLASH: readonly Way[] = [
  { escaped: 'backslash', words: 'a backslash is escaped by another one', write: (value) => quoted(value, "'") },
  { escaped: 'backslash', words: 'a backslash stands for itself', write: (value) => `'${value}'` },
];
const QUOTE: readonly Way[] = [
  { escaped: 'quote', words: 'a quote is escaped by a backslash', write: (value) => quoted(value, "'") },
  {
    escaped: 'quote',
    words: 'a quote is escaped by another one',
    write: (value) => `'${value.replaceAll("'", "''")}'`,
  },
];

/** Values by which the ways can be told apart: each holds one of the two, and nothing else that matters. */
const isTelling: Readonly<Record<Escaped, (value: string) => boolean>> = {
  backslash: (value) => value.includes('\\') && !value.includes("'"),
  quote: (value) => value.includes("'") && !value.includes('\\'),
};

/** A value of a record that is found in none of the ways that are accepted. */
export interface Lost {
  readonly field: string;
  readonly item: JsonRecord;
  readonly answer: Answer;
}

interface Known {
  readonly ways: readonly Way[];
  readonly lost: readonly Lost[];
}

/**
 * The ways that a target reads, by trying values that its own records hold; none where no record holds one, or where
 * none is found by any. How a value is escaped is not shown: only what a target does show may be judged by.
 */
function known(context: AskContext): Promise<Known> {
  return context.world.recall(`escapes ${context.operation.id}`, async () => {
    const { taken, whole } = await mustFindFilterable(context);
    const [backslash, quote] = await Promise.all(
      [BACKSLASH, QUOTE].map(async (ways) => {
        const values = taken.flatMap(({ field }) =>
          whole.items.filter(({ [field]: value }) => isTellingText(value, ways)).map((item) => ({ field, item })),
        );
        return Promise.all(values.slice(0, TRIED).map((one) => readingsOf(context, ways, one)));
      }),
    );
    const all = [...(backslash ?? []), ...(quote ?? [])];
    return {
      ways: [...new Set(all.flatMap((readings) => readings.filter(({ finds }) => finds).map(({ way }) => way)))],
      // A quote that stands alone needs no escape in the other quotes, so that only a backslash can be lost.
      lost: (backslash ?? []).flatMap((readings) => {
        const accepted = readings.filter(({ answer }) => answer.status === 200);
        return accepted.some(({ finds }) => finds) ? [] : accepted.slice(0, 1);
      }),
    };
  });
}

function isTellingText(value: unknown, [way]: readonly Way[]): boolean {
  return typeof value === 'string' && value.length <= 200 && way !== undefined && isTelling[way.escaped](value);
}

/** Whether a filter for the value of a record, written in each way, answers that record. */
function readingsOf(context: AskContext, ways: readonly Way[], one: Omit<Lost, 'answer'>) {
  const { field, item } = one;
  return Promise.all(
    ways.map(async (way) => {
      const query = { filter: `${field} -eq ${way.write(String(item[field]))}`, page_size: 100 };
      const answer = await context.ask(query);
      const items = answer.status === 200 ? (await context.walk(100, query)).items : [];
      return { ...one, way, answer, finds: items.some((found) => identity(found) === identity(item)) };
    }),
  );
}

/** The values of records that no way to write a backslash finds. */
export async function lostValues(context: AskContext): Promise<readonly Lost[]> {
  return (await context.attempt(() => known(context)))?.lost ?? [];
}

/** What has to be escaped and is, as far as the target showed it, by a backslash as in the conventions. */
export async function escapesRead(context: AskContext): Promise<ReadonlySet<Escaped>> {
  const ways = (await context.attempt(() => known(context)))?.ways ?? [];
  return new Set(ways.filter((way) => way === BACKSLASH[0] || way === QUOTE[0]).map(({ escaped }) => escaped));
}

/** Whether a filter says what it means without an escape, but for those that a target is known to read. */
export function isPlain(filter: Filter, read: ReadonlySet<Escaped> = new Set()): boolean {
  if (filter.kind === 'not') return isPlain(filter.operand, read);
  if (filter.kind !== 'comparison') return filter.operands.every((operand) => isPlain(operand, read));
  const { literal } = filter;
  return literal.type !== 'string' || escapedIn(literal.value).every((one) => read.has(one));
}

export const escapes: AskRule = {
  id: 'filter.escapes',
  clause: 'filter.escapes',
  from: 'standard',
  needs: ['records'],
  appliesTo: takes('filter'),
  async ask(context) {
    const { ways } = await known(context);
    if (context.last === undefined) return;
    const words = ways.map((way) => way.words).join('; ');
    context.observe(context.last, words || 'no value with a quote or a backslash was found in any way that was tried');
  },
};
