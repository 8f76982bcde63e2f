import type { Filter, Literal, Operator } from '../../../contract/query-language.js';
import type { Difference } from '../../../engine/oracle/filter-judge.js';
import { SortJudge } from '../../../engine/oracle/sort-judge.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity } from '../../../engine/session/page.js';
import { takes } from '../applies.js';
import { fieldsOf, isUnshown } from '../fields.js';
import { askFilter } from './ask-filter.js';
import { meets } from './meets.js';
import { comparisonsIn } from './names-in.js';
import { DATA_TYPES, type Vocabulary } from './vocabulary.js';

/** The fewest records without a value that show whether they have one; fewer may be anywhere by chance. */
const FEWEST = 5;
/** Texts that some values contain and others do not, in lower case. */
const LETTERS = [...'ea147bd0'];
/** Parts of the values of a field that are smaller than the value of a filter. */
const SHARES = [0.2, 0.4, 0.6, 0.8];
/** Dates this far apart differ in every time zone. */
const APART_MS = 2 * 86_400_000;
/** So many of them have to distinguish records without a value. */
const DISTINGUISHING = 2;

const HIDDEN = new WeakMap<Vocabulary, Map<string, Promise<boolean>>>();

/**
 * Whether the target sorts and filters by values of a field that it has and does not show in some records, which the document
 * leaves open: these records are in several places between the others, which are in order, or a filter distinguishes them. Also
 * if there are too few of them to tell.
 */
export function hidesValues(context: AskContext, vocabulary: Vocabulary, field: string): Promise<boolean> {
  const known = HIDDEN.get(vocabulary) ?? new Map<string, Promise<boolean>>();
  HIDDEN.set(vocabulary, known);
  const hides = known.get(field) ?? look(context, vocabulary, field);
  known.set(field, hides);
  return hides;
}

/** A field of a filter of which all records that differ show no value, although the target has one; `null` if there is none. */
export async function hiddenFieldIn(
  context: AskContext,
  vocabulary: Vocabulary,
  filter: Filter,
  { missing, extra, repeated }: Difference,
): Promise<string | null> {
  if (repeated.length > 0) return null;
  for (const field of new Set(comparisonsIn(filter).map((one) => one.field))) {
    const unshown = unshownIn(vocabulary, field);
    if (![...missing, ...extra].every((id) => unshown.has(id))) continue;
    if (await hidesValues(context, vocabulary, field)) return field;
  }
  return null;
}

/** The reason of a check that could not be decided because of such a field. */
export const hidden = (field: string): string =>
  `records that show no ${field} may have one, by which the target sorts or filters them`;

async function look(context: AskContext, vocabulary: Vocabulary, field: string): Promise<boolean> {
  const unshown = unshownIn(vocabulary, field);
  if (unshown.size < FEWEST) return unshown.size > 0;
  const isSorted = takes('sort')(context.operation) ? await isBetween(context, vocabulary, field, unshown) : null;
  if (isSorted !== null) return isSorted;
  const probes = probesOf(context, vocabulary, field);
  const distinguished = await Promise.all(
    probes.map((probe) => isDistinguished(context, vocabulary, probe, { field, unshown })),
  );
  return distinguished.filter(Boolean).length >= DISTINGUISHING;
}

function unshownIn({ whole }: Vocabulary, field: string): ReadonlySet<string> {
  return new Set(whole.items.filter((item) => isUnshown(item, field)).map(identity));
}

/**
 * Whether a sort by the field has the records without a value in several places, and the others in order; `null` if the target
 * rejects the sort, or the list is too large.
 */
async function isBetween(
  context: AskContext,
  { whole, scope, table }: Vocabulary,
  field: string,
  unshown: ReadonlySet<string>,
): Promise<boolean | null> {
  const query = { sort: `${field}:asc`, ...(scope !== null && { filter: scope }) };
  const list = await context.attempt(() => context.walk(whole.pageSize, query, { valid: false }));
  if (list === null || list.partial) return null;
  const ids = list.items.map(identity);
  const runs = ids.filter((id, index) => unshown.has(id) && !unshown.has(ids[index - 1] ?? '')).length;
  const shown = ids.filter((id) => !unshown.has(id));
  const judge = new SortJudge(table);
  judge.add({ keys: [{ field, direction: 'asc' }], ids: shown, among: shown });
  return runs > 1 && judge.verdict().wrong.length === 0;
}

/** A filter, and whether a value of its field satisfies it. */
interface Probe {
  readonly filter: Filter;
  readonly fits: (value: unknown) => boolean;
}

/** Filters of which each is satisfied by some values of a field and not by others: texts by a letter, and others by their order. */
function probesOf(context: AskContext, { whole }: Vocabulary, field: string): Probe[] {
  const type = DATA_TYPES[fieldsOf(context.operation)[field] ?? ''] ?? 'string';
  const probe = (operator: Operator, value: Literal['value'], fits: Probe['fits']): Probe => ({
    filter: { kind: 'comparison', field, operator, literal: { type, value } as Literal },
    fits,
  });
  if (type === 'string')
    return LETTERS.map((letter) =>
      probe('-contains', letter, (own) => meets('-contains', `${own}`.toLowerCase(), letter)),
    );
  if (type === 'boolean') return [true, false].map((flag) => probe('-eq', flag, (own) => own === flag));
  const [numberOf, slack] = type === 'date' ? [(value: unknown) => Date.parse(`${value}`), APART_MS] : [Number, 0];
  const values = whole.items.flatMap(({ [field]: value }) =>
    typeof value === 'number' || typeof value === 'string' ? [value] : [],
  );
  const ordered = values.toSorted((one, other) => numberOf(one) - numberOf(other));
  return SHARES.flatMap((share) => {
    const least = ordered[Math.floor(ordered.length * share)];
    return least === undefined ? [] : [probe('-ge', least, (own) => numberOf(own) >= numberOf(least) - slack)];
  });
}

/** Whether a filter returns some of the records without a value and not the others, and of those with one only what it should. */
async function isDistinguished(
  context: AskContext,
  vocabulary: Vocabulary,
  { filter, fits }: Probe,
  { field, unshown }: { readonly field: string; readonly unshown: ReadonlySet<string> },
): Promise<boolean> {
  const asked = await context.attempt(() => askFilter(context, filter, vocabulary));
  const ids = new Set(asked?.answered?.ids ?? []);
  const found = [...unshown].filter((id) => ids.has(id)).length;
  const isRight = vocabulary.whole.items.every(
    (item) => isUnshown(item, field) || !ids.has(identity(item)) || fits(item[field]),
  );
  return found > 0 && found < unshown.size && isRight;
}
