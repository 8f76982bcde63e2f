import type { Answer } from '../../engine/client/answer.js';
import { type AskContext, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { identity, itemsOf, type JsonRecord, type Walk } from '../../engine/session/page.js';
import { OperationSlot } from '../../engine/session/slot.js';
import { sameJson } from '../../engine/session/validation.js';
import { fieldsOf, isUnshown } from './fields.js';
import { pagesOf, strideOf } from './stride.js';

/** The maximum number of fields of each kind that are tried, and by which the whole list is read in order. */
const TRIED = { text: 3, number: 1, date: 1 } as const;
const WALKED = { text: 2, number: 1, date: 1 } as const;
const KINDS = ['text', 'number', 'date'] as const;
/** A text with fewer values may be the name of a code, and sorted by the code. */
const VALUES = 8;
/** Texts that name no code, of which fewer values suffice. */
const NAMES = new Set(['name', 'displayName', 'username', 'email', 'vendor', 'applicationName']);
const FEW_NAMES = 4;
const NATURAL = new Set(['integer', 'number', 'date', 'date-time', 'local-date-time']);
const SIMPLE = /^[A-Za-z0-9 ]+$/;

/** A field that the target can sort by, with the list in that order. */
export interface Sortable {
  readonly field: string;
  readonly kind: 'text' | 'number' | 'date';
  /** Whether only the first letters of the values are compared, since most values are not simple texts. */
  readonly byLetter: boolean;
  readonly ascending: Walk;
  /** The order is the default order of the list, so the target may have ignored the sort. */
  readonly asUnsorted: boolean;
}

type Candidate = Pick<Sortable, 'field' | 'kind' | 'byLetter'>;

export interface FoundSorts {
  /** The list without a sort, in pages of the same size. */
  readonly plain: Walk;
  /** The page size for sorts whose pages prove nothing more: few pages, and no more sizes than needed. */
  readonly unpaged: number;
  readonly taken: readonly Sortable[];
  readonly refused: readonly { readonly field: string; readonly answer: Answer }[];
}

const SORTABLE = new OperationSlot<FoundSorts>();

/**
 * Finds fields that a list can be sorted by: documented strings, numbers and dates with at least three different values
 * in the records. Which fields can be sorted is unspecified, so a target may reject a field with 400.
 */
export function findSortable(context: AskContext): Promise<FoundSorts> {
  return SORTABLE.of(context, () => look(context));
}

async function look(context: AskContext): Promise<FoundSorts> {
  const whole = await context.collection();
  const pageSize = strideOf(whole.items.length);
  const most = pagesOf(whole);
  const plain = await context.walk(pageSize, {}, {}, most);
  const candidates = Object.entries(fieldsOf(context.operation)).flatMap(([field, kind]): Candidate[] => {
    const known = kind === 'string' ? 'text' : NATURAL.has(kind) ? (kind.includes('date') ? 'date' : 'number') : null;
    if (known === null) return [];
    if (distinct(whole.items, field) >= 3) return [{ field, kind: known, byLetter: false }];
    return known === 'text' && letters(whole.items, field) >= 3 ? [{ field, kind: known, byLetter: true }] : [];
  });
  const isSparse = ({ field }: Candidate) => whole.items.some((item) => isUnshown(item, field));
  // A sort may lose the records that do not have the field.
  const rank = (one: Candidate) =>
    Number(showsNumericOrder(whole.items, one)) - Number(one.byLetter) + Number(isSparse(one)) / 2;
  const ranked = candidates.toSorted((one, other) => rank(other) - rank(one));
  const chosen = KINDS.flatMap((kind) =>
    ranked.filter((one) => one.kind === kind).slice(0, context.upTo(TRIED[kind], 1)),
  );
  // The text with most ties shows how a sort is paged; sort.every-field sends the requests of the others too.
  const alike = walkedOf(chosen).filter(({ kind }) => kind === chosen[0]?.kind);
  const [paged] = alike.toSorted((one, other) => ties(whole.items, other.field) - ties(whole.items, one.field));
  const unpaged = whole.partial ? pageSize : isLong(whole) ? whole.pageSize : DEFAULT_SIZE;
  const sizeFor = (one: Candidate) => (one === paged ? pageSize : unpaged);
  const askAll = (some: readonly Candidate[]) =>
    Promise.all(
      some.map(async (one) => {
        const query = { sort: `${one.field}:asc`, page_size: sizeFor(one) };
        const answer = await context.ask(query);
        if (answer.status !== 400) await context.ask(query, { valid: true });
        return { ...one, pageSize: sizeFor(one), answer };
      }),
    );
  const first = await askAll(chosen);
  const allRefused = first.every(({ answer }) => answer.status === 400);
  const tried = allRefused ? [...first, ...(await askAll(ranked.filter((one) => !chosen.includes(one))))] : first;
  const order = orderOf(plain);
  const accepted = tried.filter(({ answer }) => answer.status === 200);
  const walkAll = (some: readonly Asked[]) =>
    Promise.all(
      walkedOf(some).map(async ({ field, kind, byLetter, pageSize: size }): Promise<Sortable> => {
        const ascending = await context.walk(size, { sort: `${field}:asc` }, {}, most);
        return { field, kind, byLetter, ascending, asUnsorted: beginAlike(order, orderOf(ascending)) };
      }),
    );
  const taken = await walkAll(accepted);
  if (accepted.length > 0 && taken.every(({ asUnsorted }) => asUnsorted)) {
    // A target may ignore a sort by a field that it cannot sort by, and sort by others.
    const known = [...taken, ...tried.filter(({ answer }) => answer.status !== 200)];
    const rest = ranked.filter(({ field }) => !known.some((one) => one.field === field));
    const more = await askAll(rest.toSorted(namesFirst).slice(0, context.upTo(rest.length, 1)));
    tried.push(...more.filter(({ answer }) => answer.status !== 200));
    const heeded = more.filter(
      ({ answer }) => answer.status === 200 && !beginAlike(order, itemsOf(answer).map(identity)),
    );
    taken.push(...(await walkAll(heeded)));
  }
  return { plain, unpaged, taken, refused: tried.filter(({ answer }) => answer.status !== 200) };
}

/** A candidate that was tried, and the page size of its sort. */
interface Asked extends Candidate {
  readonly pageSize: number;
}

const namesFirst = (one: Candidate, other: Candidate): number =>
  Number(NAMES.has(other.field)) - Number(NAMES.has(one.field));

/**
 * Whether larger pages than those of the default size save requests. Other rules read the first one of these in each order too,
 * so a second one costs no more than a larger one.
 */
export const isLong = ({ items, partial }: Walk): boolean => !partial && items.length > 2 * DEFAULT_SIZE;

/** The candidates of each kind by which the whole list is read. */
function walkedOf<One extends Candidate>(candidates: readonly One[]): One[] {
  return KINDS.flatMap((kind) => candidates.filter((one) => one.kind === kind).slice(0, WALKED[kind]));
}

/** How many records have a value that an earlier one has too. */
export function ties(items: readonly JsonRecord[], field: string): number {
  const values = items.map((item) => item[field]).filter((value) => value !== null && value !== undefined);
  return values.length - new Set(values).size;
}

/** The records in the order in which the pages first show them: a target that ignores pages shows them again and again. */
function orderOf({ items }: Walk): string[] {
  return [...new Set(items.map(identity))];
}

/** Whether one order is the beginning of the other: the pages that it was read in may have other sizes. */
function beginAlike(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return sameJson(one.slice(0, length), other.slice(0, length));
}

/** The fields to sort by; inconclusive if there is none (see sort.offered). */
export async function mustFindSortable(context: AskContext): Promise<FoundSorts> {
  const found = await findSortable(context);
  if (found.taken.length > 0) return found;
  const reason =
    found.refused.length === 0
      ? 'no field has three different values'
      : 'the list cannot be sorted by any documented field';
  return context.inconclusive(`${reason} (see sort.offered)`);
}

/** Inconclusive if every sort leaves the list unchanged: nothing shows that the target reads the sort. */
export function assertSorts(context: AskContext, tried: readonly Sortable[]): void {
  if (tried.every(({ asUnsorted }) => asUnsorted))
    context.inconclusive('every sort that was tried leaves the list in its default order');
}

/** Whether the values of a field are in another order as numbers than as strings; false for other kinds. */
function showsNumericOrder(items: readonly JsonRecord[], { field, kind }: Pick<Sortable, 'field' | 'kind'>): boolean {
  if (kind !== 'number') return false;
  const numbers = items.map((item) => item[field]).filter((value) => typeof value === 'number');
  const asNumbers = numbers.toSorted((one, other) => one - other);
  return !sameJson(asNumbers, numbers.map(String).toSorted().map(Number));
}

/** Whether a text field has so few values that they may name codes, by which a target sorts in place of the names. */
export function mayNameCodes(items: readonly JsonRecord[], field: string): boolean {
  const texts = items.map((item) => item[field]).filter((value) => typeof value === 'string');
  return new Set(texts).size < (NAMES.has(field) ? FEW_NAMES : VALUES);
}

/** Values that every usual collation orders alike except for case: letters, digits and spaces. */
export function simpleText(value: unknown): value is string {
  return typeof value === 'string' && SIMPLE.test(value);
}

const UUID = /^[0-9a-f]{8}-/i;

/** A letter that is not part of an accented or a double letter, which some languages order elsewhere. */
const FIRST_LETTER = /^(?!aa|ch)[a-z](?!\p{M})/iu;

/**
 * The first letter of a text, by which the usual collations order texts without regard to what follows; `null` for a
 * text that starts with anything else, and for a UUID: databases order those by their bytes, not always from the first.
 */
export function firstLetter(value: unknown): string | null {
  if (typeof value !== 'string' || UUID.test(value)) return null;
  return FIRST_LETTER.exec(value)?.[0] ?? null;
}

function letters(items: readonly JsonRecord[], field: string): number {
  const found = items.map((item) => firstLetter(item[field])?.toLowerCase());
  return new Set(found.filter((letter) => letter !== undefined)).size;
}

function distinct(items: readonly JsonRecord[], field: string): number {
  const values = items.map((item) => item[field]).filter((value) => value !== null && value !== undefined);
  const simple = values.filter((value) => typeof value !== 'string' || /^\d{4}-/.test(value) || simpleText(value));
  return new Set(simple).size;
}
