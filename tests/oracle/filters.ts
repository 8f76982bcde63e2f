import type { DataType, Filter, Literal, Operator } from '../../contract/query-language.js';
import { OPERATORS_OF } from '../../contract/query-language.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { randomOf, WORDS } from './collection.js';

export const TYPES: Readonly<Record<string, DataType>> = {
  name: 'string',
  department: 'string',
  total: 'number',
  cost: 'number',
  active: 'boolean',
  created: 'date',
};

export const compare = (field: string, operator: Operator, value: string | number | boolean): Filter => ({
  kind: 'comparison',
  field,
  operator,
  literal: { type: TYPES[field] ?? 'string', value } as Literal,
});

/** Filters over the values of a collection: each operator on each field, with near misses, and trees of them. */
export function filtersOf(records: readonly JsonRecord[], count: number, seed = 1): Filter[] {
  const random = randomOf(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const one = (): Filter => {
    const field = pick(Object.keys(TYPES));
    const type = TYPES[field] as DataType;
    const known =
      pick(records)[field] ?? { string: pick(WORDS), number: 7, boolean: true, date: '2024-05-05T00:00:00Z' }[type];
    return compare(
      field,
      pick(OPERATORS_OF[type]),
      typeof known === 'string' && type === 'string' ? near(known) : (known as string),
    );
  };
  const near = (text: string): string =>
    pick([
      text,
      text,
      text.toUpperCase(),
      text.toLowerCase(),
      text.slice(1),
      `${text} `,
      text.normalize('NFD'),
      text.slice(0, 2),
    ]);
  const tree = (depth: number): Filter => {
    const roll = random();
    if (depth === 0 || roll < 0.5) return one();
    if (roll < 0.6) return { kind: 'not', operand: tree(depth - 1) };
    return { kind: roll < 0.8 ? 'and' : 'or', operands: [tree(depth - 1), tree(depth - 1)] };
  };
  return Array.from({ length: count }, () => tree(2));
}

/** Each operator for texts with each word, as it is and in the other case, and each other operator on some values. */
export function probesOf(records: readonly JsonRecord[]): Filter[] {
  const swap = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());
  const words = [...WORDS, ...WORDS.map(swap), 'o', '0%', 'a_b'];
  const texts = OPERATORS_OF.string.flatMap((operator) => words.map((word) => compare('name', operator, word)));
  const others = Object.keys(TYPES).flatMap((field) =>
    OPERATORS_OF[TYPES[field] as DataType].flatMap((operator) =>
      records
        .slice(0, 5)
        .flatMap((record) => (record[field] == null ? [] : [compare(field, operator, record[field] as string)])),
    ),
  );
  return [...texts, ...others];
}
