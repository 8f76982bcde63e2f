import type { Filter } from '../../../contract/query-language.js';
import type { Difference } from '../../../engine/oracle/filter-judge.js';
import { SortJudge } from '../../../engine/oracle/sort-judge.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity } from '../../../engine/session/page.js';
import { takes } from '../applies.js';
import { isUnshown } from '../fields.js';
import { askFilter } from './ask-filter.js';
import { meets } from './meets.js';
import { comparisonsIn } from './names-in.js';
import type { Vocabulary } from './vocabulary.js';

/** The fewest records without a value that show whether they have one; fewer may be anywhere by chance. */
const FEWEST = 5;
/** Texts that some values contain and others do not, in lower case. */
const LETTERS = [...'ea147bd0'];
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
  if (takes('sort')(context.operation)) return isBetween(context, vocabulary, field, unshown);
  const distinguished = await Promise.all(
    LETTERS.map((letter) => isDistinguished(context, vocabulary, { field, letter, unshown })),
  );
  return distinguished.filter(Boolean).length >= DISTINGUISHING;
}

function unshownIn({ whole }: Vocabulary, field: string): ReadonlySet<string> {
  return new Set(whole.items.filter((item) => isUnshown(item, field)).map(identity));
}

/** Whether a sort by the field has the records without a value in several places, and the others in order. */
async function isBetween(
  context: AskContext,
  { whole, scope, table }: Vocabulary,
  field: string,
  unshown: ReadonlySet<string>,
): Promise<boolean> {
  const query = { sort: `${field}:asc`, ...(scope !== null && { filter: scope }) };
  const list = await context.attempt(() => context.walk(whole.pageSize, query, { valid: false }));
  if (list === null || list.partial) return false;
  const ids = list.items.map(identity);
  const runs = ids.filter((id, index) => unshown.has(id) && !unshown.has(ids[index - 1] ?? '')).length;
  const shown = ids.filter((id) => !unshown.has(id));
  const judge = new SortJudge(table);
  judge.add({ keys: [{ field, direction: 'asc' }], ids: shown, among: shown });
  return runs > 1 && judge.verdict().wrong.length === 0;
}

/** Whether a filter returns some of the records without a value and not the others, and of those with one only what it should. */
async function isDistinguished(
  context: AskContext,
  vocabulary: Vocabulary,
  {
    field,
    letter,
    unshown,
  }: { readonly field: string; readonly letter: string; readonly unshown: ReadonlySet<string> },
): Promise<boolean> {
  const filter: Filter = {
    kind: 'comparison',
    field,
    operator: '-contains',
    literal: { type: 'string', value: letter },
  };
  const asked = await context.attempt(() => askFilter(context, filter, vocabulary));
  const ids = new Set(asked?.answered?.ids ?? []);
  const found = [...unshown].filter((id) => ids.has(id)).length;
  const isRight = vocabulary.whole.items.every(
    (item) =>
      isUnshown(item, field) ||
      !ids.has(identity(item)) ||
      meets('-contains', String(item[field]).toLowerCase(), letter),
  );
  return found > 0 && found < unshown.size && isRight;
}
