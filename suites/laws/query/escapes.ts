import type { Filter } from '../../../contract/query-language.js';
import type { Answer } from '../../../engine/client/answer.js';
import type { AskRule } from '../../../engine/run/rule.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity, type JsonRecord } from '../../../engine/session/page.js';
import { OperationSlot } from '../../../engine/session/slot.js';
import { type Escaped, escapedIn, quoted } from '../../../generators/filter-text.js';
import { takes } from '../applies.js';
import type { Filterable } from '../filter/candidates.js';
import { mustFindFilterable } from '../filterable.js';

/** The maximum number of values of each kind to try. */
const TRIED = 2;

/** A way to write a value with a character that may need an escape. */
interface Way {
  readonly escaped: Escaped;
  readonly words: string;
  /** The value as it is written, with its quotes. */
  write(value: string): string;
}

const BACKSLASH: readonly Way[] = [
  { escaped: 'backslash', words: 'a backslash is escaped by another one', write: (value) => quoted(value, "'") },
  { escaped: 'backslash', words: 'a backslash is literal', write: (value) => `'${value}'` },
];
const QUOTE: readonly Way[] = [
  { escaped: 'quote', words: 'a quote is escaped by a backslash', write: (value) => quoted(value, "'") },
  {
    escaped: 'quote',
    words: 'a quote is escaped by another one',
    write: (value) => `'${value.replaceAll("'", "''")}'`,
  },
];

/** Values that distinguish the ways: each has a quote or a backslash, not both. */
const isDistinctive: Readonly<Record<Escaped, (value: string) => boolean>> = {
  backslash: (value) => value.includes('\\') && !value.includes("'"),
  quote: (value) => value.includes("'") && !value.includes('\\'),
};

/** A value of a record that no accepted way to write it finds. */
export interface Lost {
  readonly field: string;
  readonly item: JsonRecord;
  readonly answer: Answer;
}

interface Known {
  readonly ways: readonly Way[];
  readonly lost: readonly Lost[];
  readonly failed: readonly Failed[];
}

/** A way to write a value that the target answers with a server error. */
export interface Failed {
  readonly filter: string;
  readonly answer: Answer;
}

const ESCAPES = new OperationSlot<Known>();

/**
 * The ways to write a value that a target reads, found by trying values of its own records; none if no record has such
 * a value, or no way finds it. How a value is escaped is unspecified, so only ways that the target demonstrates are
 * judged.
 */
function known(context: AskContext): Promise<Known> {
  return ESCAPES.of(context, async () => {
    const { taken, whole } = await mustFindFilterable(context);
    const [backslash, quote] = await Promise.all(
      [BACKSLASH, QUOTE].map(async (ways) => {
        const [way] = ways;
        const values = way === undefined ? [] : valuesWith(way.escaped, taken, whole.items);
        const tried: Awaited<ReturnType<typeof readingsOf>>[] = [];
        for (const one of values.slice(0, TRIED)) {
          tried.push(await readingsOf(context, ways, one, whole.pageSize));
          // A way that finds its value needs no other value.
          if (tried.flat().some(({ finds }) => finds)) break;
        }
        return tried;
      }),
    );
    const all = [...(backslash ?? []), ...(quote ?? [])];
    return {
      ways: [...new Set(all.flatMap((readings) => readings.filter(({ finds }) => finds).map(({ way }) => way)))],
      // A single kind of quote needs no escape inside the other kind, so only a backslash can be lost.
      lost: (backslash ?? []).flatMap((readings) => {
        const accepted = readings.filter(({ answer }) => answer.status === 200);
        return accepted.some(({ finds }) => finds) ? [] : accepted.slice(0, 1);
      }),
      failed: all.flatMap((readings) => readings.filter(({ answer }) => answer.status >= 500)),
    };
  });
}

/** A value that distinguishes the ways to write it. */
interface Distinctive {
  readonly field: string;
  readonly value: string;
  readonly item: JsonRecord;
}

/** The values of records that show how a target reads an escaped character, in an order that all rules share. */
export function valuesWith(
  escaped: Escaped,
  taken: readonly Filterable[],
  items: readonly JsonRecord[],
): Distinctive[] {
  return taken.flatMap(({ field }) =>
    items.flatMap((item) => {
      const { [field]: value } = item;
      const suits = typeof value === 'string' && value.length <= 200 && isDistinctive[escaped](value);
      return suits ? [{ field, value, item }] : [];
    }),
  );
}

/** For each way to write the value of a record, whether a filter with it returns that record. */
function readingsOf(context: AskContext, ways: readonly Way[], one: Omit<Lost, 'answer'>, pageSize: number) {
  const { field, item } = one;
  return Promise.all(
    ways.map(async (way) => {
      const query = { filter: `${field} -eq ${way.write(String(item[field]))}` };
      const answer = await context.ask({ ...query, page_size: pageSize });
      const items = answer.status === 200 ? (await context.walk(pageSize, query)).items : [];
      return {
        ...one,
        way,
        filter: query.filter,
        answer,
        finds: items.some((found) => identity(found) === identity(item)),
      };
    }),
  );
}

/** The values of records with a backslash that no way to write it finds. */
export async function lostValues(context: AskContext): Promise<readonly Lost[]> {
  return (await context.attempt(() => known(context)))?.lost ?? [];
}

/** The filters with a value of a record, written in one of several ways, that the target answers with a server error. */
export async function failedEscapes(context: AskContext): Promise<readonly Failed[]> {
  return (await context.attempt(() => known(context)))?.failed ?? [];
}

/** The characters that the target demonstrably reads with the backslash escape of the conventions. */
export async function escapesRead(context: AskContext): Promise<ReadonlySet<Escaped>> {
  const ways = (await context.attempt(() => known(context)))?.ways ?? [];
  return new Set(ways.filter((way) => way === BACKSLASH[0] || way === QUOTE[0]).map(({ escaped }) => escaped));
}

/** Whether a filter needs no escape other than those that the target is known to read. */
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
    context.observe(context.last, words || 'no escape that was tried found a value with a quote or a backslash');
  },
};
