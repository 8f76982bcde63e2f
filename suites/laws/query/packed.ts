import { type Comparison, type Filter, OPERATORS_OF, type Operator } from '../../../contract/query-language.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import { meets } from './meets.js';
import { type Misreading, misreadingsOf } from './misreadings.js';

/** Comparisons that are sent in one request. */
export type Pack = Extract<Filter, { readonly kind: 'and' | 'or' }>;

/** The number of records by which packs are chosen. */
export const RECORDS = 200;
const JOINS = ['or', 'and'] as const;
const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

/**
 * Joins comparisons into few filters of `most` comparisons or fewer, in which no comparison hides another one: if a target
 * reads one of them as another operator, in another case, as a pattern, with another number or date, or as always true or
 * false, the result of the pack changes whenever that of the comparison alone does. A comparison that fits into no pack is
 * alone.
 */
export function packed(
  comparisons: readonly Comparison[],
  records: readonly JsonRecord[],
  most: number,
  memberFor = membersOver(records),
): (Pack | Comparison)[] {
  const packs: { join: Pack['kind'] | null; members: Member[] }[] = [];
  for (const comparison of comparisons) {
    const member = memberFor(comparison);
    const room = packs.flatMap((pack) => {
      if (pack.members.length >= most) return [];
      const members = [...pack.members, member];
      const join = JOINS.find((one) => (pack.join ?? one) === one && members.every((own) => shows(own, members, one)));
      return join === undefined ? [] : [{ pack, join }];
    });
    const [found] = room;
    if (found === undefined) packs.push({ join: null, members: [member] });
    else {
      found.pack.members.push(member);
      found.pack.join = found.join;
    }
  }
  return packs.flatMap(({ join, members }): (Pack | Comparison)[] => {
    const operands = members.map((one) => one.comparison);
    return join === null ? operands : [{ kind: join, operands }];
  });
}

/** Whether a record satisfies a pack in the most usual reading, in which a null satisfies no comparison. */
export function satisfies(row: JsonRecord, { kind, operands }: Pack): boolean {
  const isTrue = (one: Filter) =>
    one.kind === 'comparison' && truthOf(one, one.operator, comparedOf(one, [row]))[0] === true;
  return kind === 'or' ? operands.some(isTrue) : operands.every(isTrue);
}

/** A comparison with its result for each record. */
export interface Member {
  readonly comparison: Comparison;
  readonly truth: readonly boolean[];
  /** The same where a null satisfies the operators that negate. */
  readonly withNulls: readonly boolean[];
  /** The indexes of the records whose result changes, for each misreading that changes any. */
  readonly misread: readonly (readonly number[])[];
}

/** Makes the member of each comparison once, however often it is asked for; `close` ones have more misreadings. */
export function membersOver(records: readonly JsonRecord[], close: readonly Comparison[] = []) {
  const rows = records.slice(0, RECORDS);
  const made = new Map<Comparison, Member>();
  return (comparison: Comparison): Member => {
    const known = made.get(comparison);
    if (known !== undefined) return known;
    const isClose = close.includes(comparison);
    const member = memberOf(comparison, rows, isClose ? misreadingsOf(comparison.literal.type) : []);
    made.set(comparison, member);
    return member;
  };
}

export function memberOf(
  comparison: Comparison,
  rows: readonly JsonRecord[],
  misreadings: readonly Misreading[] = [],
): Member {
  const { operator, literal } = comparison;
  const compared = comparedOf(comparison, rows);
  const under = (own: Operator, fold?: Fold) => truthOf(comparison, own, compared, fold);
  const truth = under(operator);
  const misread = [
    ...OPERATORS_OF[literal.type].filter((other) => other !== operator).map((other) => under(other)),
    under(operator, (value) => (typeof value === 'string' ? value.toLowerCase() : value)),
    under(operator, (value) =>
      typeof value === 'number' ? Math.trunc(literal.type === 'date' ? value / DAY_MS : value) : value,
    ),
    under(operator, (value) => (literal.type === 'date' ? Math.trunc(Number(value) / SECOND_MS) : value)),
    ...misreadings.map((misreading) => truthOf(comparison, operator, compared, undefined, misreading)),
    rows.map(() => true),
    rows.map(() => false),
    ...asPattern(comparison, truth, rows),
  ];
  const changes = misread.map((own) => [...rows.keys()].filter((row) => own[row] !== truth[row]));
  const isNegative = operator === '-ne' || operator === '-notcontains';
  const withNulls = rows.map(({ [comparison.field]: value }, row) => truth[row] || (isNegative && isNull(value)));
  return { comparison, truth, withNulls, misread: changes.filter(({ length }) => length > 0) };
}

/** Whether each misreading of a comparison changes the result of a pack. */
function shows(own: Member, members: readonly Member[], join: Pack['kind']): boolean {
  const others = members.filter((one) => one !== own);
  // Whether the result of the pack for a record is that of the comparison, whatever a null satisfies.
  const isOpen = (row: number) =>
    join === 'or' ? !others.some(({ withNulls }) => withNulls[row]) : others.every(({ truth }) => truth[row]);
  return own.misread.every((changed) => changed.some(isOpen));
}

/** The results of a comparison whose value is read as a pattern of SQL or a regular expression; none without wildcards. */
function asPattern({ field, operator, literal }: Comparison, truth: readonly boolean[], rows: readonly JsonRecord[]) {
  if (literal.type !== 'string' || !operator.endsWith('contains')) return [];
  const { value: sought } = literal;
  const escaped = sought.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const sql = escaped.replaceAll('_', '.').replaceAll('%', '.*');
  const regular = escaped.replaceAll('\\.', '.');
  return [sql, regular]
    .filter((parts) => parts !== escaped)
    .map((parts) => new RegExp(parts, 'su'))
    .map((pattern) =>
      rows.map(({ [field]: value }, index) =>
        typeof value === 'string' && pattern.test(value) ? operator === '-contains' : truth[index] === true,
      ),
    );
}

const isNull = (value: unknown): boolean => value === null || value === undefined;

/** What a careless target makes of a value before it compares it. */
type Fold = (value: unknown) => unknown;

/** A value as it is compared: a date is its milliseconds. */
const comparable = ({ literal }: Comparison, value: unknown) =>
  (literal.type === 'date' ? Date.parse(String(value)) : value) as number;

/** What the records have in the field of a comparison, as it is compared; `null` for no value. */
function comparedOf(comparison: Comparison, rows: readonly JsonRecord[]): readonly (number | null)[] {
  return rows.map(({ [comparison.field]: value }) => (isNull(value) ? null : comparable(comparison, value)));
}

/** Which of the values of records satisfy a comparison in the most usual reading, in which a null satisfies none. */
function truthOf(
  comparison: Comparison,
  operator: Operator,
  compared: readonly (number | null)[],
  fold?: Fold,
  misreading?: Misreading,
): boolean[] {
  const folded = (value: number) => (fold === undefined ? value : (fold(value) as number));
  const sought = folded(comparable(comparison, comparison.literal.value));
  return compared.map((value) => {
    if (value === null) return false;
    const own = folded(value);
    return misreading === undefined ? meets(operator, own, sought) : meets(operator, ...misreading(own, sought));
  });
}
