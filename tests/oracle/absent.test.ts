import { expect, it } from 'vitest';
import { FilterJudge } from '../../engine/oracle/filter-judge.js';
import { Table } from '../../engine/oracle/table.js';

/** How many responses to `x -gt -1` are wrong, by the ids of the returned records. */
function countWrong(fields: readonly object[], ids: readonly string[]): number {
  const records = fields.map((own, index) => ({ id: `${index}`, ...own }));
  const judge = new FilterJudge(new Table(records, { x: 'number' }));
  const literal = { type: 'number', value: -1 } as const;
  judge.add({ filter: { kind: 'comparison', field: 'x', operator: '-gt', literal }, ids, whole: true });
  return judge.verdict().wrong.length;
}

it('a field that some records leave out may be zero in these where others show a null', () => {
  const both = [{ x: 5 }, { x: null }, {}, {}];

  for (const ids of [['0'], ['0', '2', '3'], ['0', '2'], ['0', '1', '2', '3']]) expect(countWrong(both, ids)).toBe(0);
  expect(countWrong(both, ['1', '2'])).toBe(1);
});

it('a field that no record shows as null is a null, or zero, in all records that leave it out', () => {
  const absent = [{ x: 5 }, {}, {}];

  for (const ids of [['0'], ['0', '1', '2']]) expect(countWrong(absent, ids)).toBe(0);
  expect(countWrong(absent, ['0', '1'])).toBe(1);
});
