import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SortKey } from '../../contract/query-language.js';
import { describeReadings, sortReadings } from '../../engine/oracle/describe-readings.js';
import { type SortAnswer, SortJudge } from '../../engine/oracle/sort-judge.js';
import { SORT_READINGS } from '../../engine/oracle/sort-readings.js';
import { Table } from '../../engine/oracle/table.js';
import { identity, type JsonRecord } from '../../engine/session/page.js';
import { relativeTime } from '../relative-time.js';
import { collectionOf, randomOf } from './collection.js';

/** Of the time of judging many records, in units of `relativeTime`: some tens of what it takes. */
const LIMIT = 100;

const records = collectionOf(150);
const table = new Table(records);
const all = records.map(identity);
type Order = (one: unknown, other: unknown) => number;
type Place = (typeof SORT_READINGS.string)[number]['nulls'];

const plain: Order = (one, other) => ((one as string) < (other as string) ? -1 : one === other ? 0 : 1);
const fields = ['name', 'department', 'total', 'cost', 'active', 'created'];
const keysOf = (...names: string[]): SortKey[] =>
  names.map((name) => ({ field: name.replace('-', ''), direction: name.startsWith('-') ? 'desc' : 'asc' }));
const sorts = [
  ...fields.flatMap((field) => [keysOf(field), keysOf(`-${field}`)]),
  keysOf('department', 'name'),
  keysOf('active', '-total', 'name'),
  keysOf('-name', 'cost'),
];

function compareWith(text: Order, nulls: Place, { field, direction }: SortKey): Order {
  const sign = direction === 'asc' ? 1 : -1;
  return (one, other) => {
    const [a, b] = [(one as JsonRecord)[field] ?? null, (other as JsonRecord)[field] ?? null];
    if (a === null || b === null) {
      const order = Number(b === null) - Number(a === null);
      return { first: order, last: -order, smallest: sign * order, largest: -sign * order, 'as the empty value': 0 }[
        nulls
      ];
    }
    return (
      sign *
      (typeof a === 'string' && field !== 'created'
        ? text(a, b)
        : typeof a === 'string'
          ? plain(a, b)
          : Number(a) - Number(b))
    );
  };
}

function answersOf(
  text: Order,
  nulls: Place = 'last',
  change: (keys: readonly SortKey[], own: JsonRecord[]) => JsonRecord[] = (_keys, own) => own,
) {
  const random = randomOf(4);
  return sorts.map((keys): SortAnswer => {
    const shuffled = records.map((one) => [random(), one] as const).sort(([a], [b]) => a - b);
    const own = shuffled
      .map(([, one]) => one)
      .sort(
        (one, other) => keys.map((key) => compareWith(text, nulls, key)(one, other)).find((order) => order !== 0) ?? 0,
      );
    return { keys, ids: change(keys, own).map(identity), among: all };
  });
}

function judge(answers: readonly SortAnswer[]) {
  const own = new SortJudge(table);
  for (const answer of answers) own.add(answer);
  return own.verdict();
}

const collators = (['und', 'sv', 'de', 'hu', 'tr'] as const).flatMap((locale) =>
  [{}, { sensitivity: 'base' }, { caseFirst: 'upper' }, { ignorePunctuation: true }].map(
    (options) =>
      [
        `${locale} ${JSON.stringify(options)}`,
        new Intl.Collator(locale, options as Intl.CollatorOptions).compare as Order,
      ] as const,
  ),
);
const others: (readonly [string, Order])[] = SORT_READINGS.string
  .filter(({ nulls, text }) => nulls === 'last' && !text.name.startsWith('by letters'))
  .map(({ text }) => [text.name, text.compare as Order]);

describe('SortJudge', () => {
  it.each([...others, ...collators])('accuses no store that sorts texts %s', (_name, order) => {
    for (const nulls of ['last', 'first', 'smallest', 'largest'] as const)
      expect(judge(answersOf(order, nulls)).wrong).toEqual([]);
  });

  it.each(['NFC', 'NFD'] as const)('accuses no store that sorts the %s form of texts', (form) => {
    const names = ['Ångström', 'Zoë', 'zoe', 'Émile', 'Eva', 'Ångel', 'Zo', 'Émily'];
    for (const shown of ['NFC', 'NFD'] as const) {
      const people = names.map((name, index) => ({ id: `${index}`, name: name.normalize(shown) }));
      const own = new SortJudge(new Table(people));
      const order = [...people].sort((one, other) => plain(one.name.normalize(form), other.name.normalize(form)));
      own.add({ keys: keysOf('name'), ids: order.map(identity), among: people.map(identity) });

      expect(own.verdict().wrong).toEqual([]);
    }
  });

  it('accuses no store that sorts texts as a dictionary does, letters with marks as two and without signs', () => {
    const key = (text: string) => text.toLowerCase().replaceAll('ü', 'ue').replace(/[ '-]/g, '');
    const names = [
      "O'Brien",
      'Obrian',
      "D'Angelo",
      'Dale',
      'de Anna',
      'Dean',
      'Muller',
      'Müller',
      'Mulder',
      'Al-Saud',
      'D.Zeta',
      'Alice',
    ];
    const people = names.map((name, index) => ({ id: `${index}`, name }));
    const ordered = people.toSorted((one, other) => plain(key(one.name), key(other.name))).map(identity);
    const wrongIn = (ids: readonly string[]) => {
      const own = new SortJudge(new Table(people));
      own.add({ keys: keysOf('name'), ids, among: people.map(identity) });
      return own.verdict().wrong.length;
    };

    expect(wrongIn(ordered)).toBe(0);
    expect(wrongIn(ordered.toReversed())).toBe(1);
  });

  it('accuses no store that sorts null as the empty value', () => {
    const filled = records.map((record) => ({ ...record, name: record.name ?? '', total: record.total ?? 0 }));
    const byField = (field: 'name' | 'total') =>
      filled.toSorted((one, other) => plain(one[field], other[field])).map(identity);
    const answers = (['name', 'total'] as const).map((field) => ({
      keys: keysOf(field),
      ids: byField(field),
      among: all,
    }));
    expect(judge(answers).wrong).toEqual([]);
  });

  it('accuses no store that keeps the empty text as a null, wherever nulls go', () => {
    const items = ['b', '', 'a', '', 'c'].map((name, index) => ({ id: `${index}`, name }));
    const judge = (ids: readonly string[]) => {
      const own = new SortJudge(new Table(items, { name: 'string' }));
      own.add({ keys: keysOf('name'), ids, among: items.map(identity) });
      return own.verdict().wrong.length;
    };

    expect(judge(['1', '3', '2', '0', '4'])).toBe(0);
    expect(judge(['2', '0', '4', '1', '3'])).toBe(0);
    expect(judge(['2', '1', '0', '3', '4'])).toBe(1);
  });

  it('accuses no store that keeps a date among others as a null, and none that keeps it as a date', () => {
    const items = [1601, 1970, 2020, 2021].map((year) => ({ id: `${year}`, created: `${year}-01-01` }));
    const judge = (...ids: string[]) => {
      const own = new SortJudge(new Table(items, { created: 'date' }));
      own.add({ keys: keysOf('created'), ids, among: items.map(identity) });
      return own.verdict().wrong.length;
    };

    expect(judge('1601', '1970', '2020', '2021')).toBe(0);
    expect(judge('1601', '2020', '2021', '1970')).toBe(0);
    expect(judge('1970', '1601', '2021', '2020')).toBe(1);
  });

  it('accuses no store whose numbers with fractions have more digits than it shows', () => {
    const shown = [12, 12, 13.5, 0, 0].map((cost, index) => ({ id: `${index}`, cost, name: 'bacba'.charAt(index) }));
    const wrongOf = (items: typeof shown, rounded?: ReadonlySet<string>) => {
      const own = new SortJudge(new Table(items, {}, rounded));
      own.add({ keys: keysOf('cost', 'name'), ids: ['3', '4', '0', '1', '2'], among: shown.map(identity) });
      return own.verdict().wrong.length;
    };
    const whole = shown.map((one) => ({ ...one, cost: Math.floor(one.cost) }));

    expect(wrongOf(shown)).toBe(0);
    expect(wrongOf(whole, new Set(['cost']))).toBe(0);
    expect(wrongOf(whole)).toBe(1);
  });

  it('names what it found', () => {
    const { settled } = judge(answersOf(plain, 'smallest'));
    expect(describeReadings(sortReadings(table, settled))).toContain('text: binary');
    expect(describeReadings(sortReadings(table, settled))).toMatch(/null \(.*name.*\): smallest/);
  });

  const numbersAsText = (keys: readonly SortKey[], own: JsonRecord[]) =>
    keys[0]?.field === 'total'
      ? own.sort((one, other) => plain(String(one.total ?? '~'), String(other.total ?? '~')))
      : own;
  const swapped = (own: JsonRecord[], at: number) =>
    own.map((one, index) => (index === at ? own[at + 1] : index === at + 1 ? own[at] : one) as JsonRecord);
  const BROKEN = {
    'numbers are sorted as text': numbersAsText,
    'rows with a null are dropped': (keys: readonly SortKey[], own: JsonRecord[]) =>
      own.filter((one) => one[keys[0]?.field ?? ''] != null),
    'the last record is lost': (_keys: readonly SortKey[], own: JsonRecord[]) => own.slice(0, -1),
    'a record stands twice': (_keys: readonly SortKey[], own: JsonRecord[]) => [
      ...own.slice(0, -1),
      own[0] as JsonRecord,
    ],
    'desc is ignored': (keys: readonly SortKey[], own: JsonRecord[]) =>
      keys[0]?.direction === 'desc' ? own.toReversed() : own,
    'the second key is ignored': (keys: readonly SortKey[], own: JsonRecord[]) =>
      keys.length > 1
        ? own.toSorted(
            (one, other) => compareWith(plain, 'last', keys[0] as SortKey)(one, other) || plain(one.id, other.id),
          )
        : own,
    'only pages are sorted': (_keys: readonly SortKey[], own: JsonRecord[]) => [
      ...own.slice(50, 100),
      ...own.slice(0, 50),
      ...own.slice(100),
    ],
    'nulls are in the middle': (keys: readonly SortKey[], own: JsonRecord[]) => {
      const has = (one: JsonRecord) => one[keys[0]?.field ?? ''] != null;
      const [some, nulls] = [own.filter(has), own.filter((one) => !has(one))];
      return [...some.slice(0, 40), ...nulls, ...some.slice(40)];
    },
    'two neighbours of different totals change places': (keys: readonly SortKey[], own: JsonRecord[]) => {
      const at = own.findIndex(
        (one, index) =>
          index > 20 && one.total != null && own[index + 1]?.total != null && one.total !== own[index + 1]?.total,
      );
      return keys.length === 1 && keys[0]?.field === 'total' ? swapped(own, at) : own;
    },
  };
  it.each(Object.entries(BROKEN))('accuses a store where %s', (_name, change) => {
    expect(judge(answersOf(plain, 'last', change)).wrong.length).toBeGreaterThan(0);
  });

  it('says which neighbours are out of order, by which key', () => {
    const own = new SortJudge(
      new Table([
        { id: 'a', n: 2 },
        { id: 'b', n: 10 },
        { id: 'c', n: 3 },
      ]),
    );
    own.add({ keys: keysOf('n'), ids: ['b', 'a', 'c'], among: ['a', 'b', 'c'] });
    expect(own.verdict().wrong).toMatchObject([
      { index: 0, missing: [], disorder: { before: 'b', after: 'a', at: 0 } },
    ]);
  });

  it('accepts any order of ties, and compares dates as instants', () => {
    const own = new SortJudge(
      new Table([
        { id: 'a', d: '2024-01-01T10:00:00+02:00' },
        { id: 'b', d: '2024-01-01T08:30:00.000Z' },
        { id: 'c', d: '2024-01-01T08:30:00Z' },
      ]),
    );
    for (const ids of [
      ['a', 'b', 'c'],
      ['a', 'c', 'b'],
    ])
      own.add({ keys: keysOf('d'), ids, among: ids });
    expect(own.verdict().wrong).toEqual([]);
    own.add({ keys: keysOf('d'), ids: ['b', 'a', 'c'], among: null });
    expect(own.verdict().wrong).toHaveLength(1);
  });

  it('accuses where no one order explains two sorts of one field', () => {
    const own = new SortJudge(new Table(['a', 'B', 'c'].map((name) => ({ id: name, name }))));
    own.add({ keys: keysOf('name'), ids: ['B', 'a', 'c'], among: null });
    own.add({ keys: keysOf('-name'), ids: ['c', 'B', 'a'], among: null });
    expect(own.verdict().wrong).toHaveLength(1);
  });

  it('gives the same verdict whatever the order of the answers', () => {
    const answers = answersOf(plain, 'last', numbersAsText);
    const accused = (own: readonly SortAnswer[]) =>
      judge(own)
        .wrong.map(({ index, disorder }) => JSON.stringify([own[index]?.keys, disorder]))
        .sort();
    const expected = accused(answers);
    fc.assert(
      fc.property(fc.shuffledSubarray(answers, { minLength: answers.length }), (own) => {
        expect(accused(own)).toEqual(expected);
      }),
      { numRuns: 4 },
    );
  });

  it('judges 20 sorts of 2000 records fast', () => {
    const many = collectionOf(2000, 5);
    const ids = many.map(identity);
    const answers = fields.concat(fields, fields).map((field) => ({
      keys: keysOf(field),
      ids: many
        .toSorted((one, other) => compareWith(plain, 'last', keysOf(field)[0] as SortKey)(one, other))
        .map(identity),
      among: ids,
    }));
    const time = relativeTime(() => {
      const own = new SortJudge(new Table(many));
      for (const answer of answers) own.add(answer);
      expect(own.verdict().wrong).toEqual([]);
    });
    expect(time).toBeLessThan(LIMIT);
  });
});
