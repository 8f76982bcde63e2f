import { describe, expect, it } from 'vitest';
import { clause } from '../../contract/clauses/index.js';
import { operations } from '../../contract/operations/index.js';
import { faults, operators } from '../../faults/index.js';
import { isInjectable } from '../../faults/operations.js';
import { suites } from '../../suites/index.js';

describe('the registry of faults', () => {
  it('has thousands of faults, each with an id of its own that can be read', () => {
    expect(faults.length).toBeGreaterThan(5000);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
    const wrong = faults.filter(({ id }) => !/^[a-z]\w+\/[a-z0-9-]+(?:\/[\w.]+)?$/i.test(id));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('names a fault by operation, operator and field', () => {
    expect(faults.map(({ id }) => id)).toContain('getUsers/field-snake-case/lastActive');
    expect(faults.map(({ id }) => id)).toContain('getApplications/text-for-number/licenses.total');
  });

  it('covers each operation that reads and whose samples need no write', () => {
    const covered = new Set(faults.map(({ operation }) => operation));
    expect([...covered]).toEqual(operations.filter(isInjectable).map(({ id }) => id));
  });

  it('breaks only what the document states or every reader expects', () => {
    const gaps = faults.filter(
      ({ breaks }) => breaks.length === 0 || breaks.some((one) => clause(one).level === 'gap'),
    );
    expect(gaps.map(({ id }) => id)).toEqual([]);
  });

  it('has an id for each operator, and a site for each of them', () => {
    expect(new Set(operators.map(({ id }) => id)).size).toBe(operators.length);
    const used = new Set(faults.map(({ operator }) => operator));
    expect(operators.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
  });

  it('breaks on each operation a clause that a rule of that operation or another one checks', () => {
    const checked = new Set(suites.flatMap(({ rules }) => rules.map(({ clause: cited }) => `${cited}`)));
    const unchecked = faults.filter(({ breaks }) => !breaks.some((one) => checked.has(one)));
    expect(unchecked.map(({ id }) => id)).toEqual([]);
  });
});
