import { describe, expect, it } from 'vitest';
import { clause } from '../../contract/clauses/index.js';
import { operations } from '../../contract/operations/index.js';
import { faults, isWriteFault, operators, writeFaults, writeOperators } from '../../faults/index.js';
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

  it('has faults of its own for each operation that writes or reads what a write creates', () => {
    const all = [...faults, ...writeFaults];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect([...new Set(writeFaults.map(({ operation }) => operation))]).toEqual(
      operations.filter((one) => !isInjectable(one)).map(({ id }) => id),
    );
    expect(writeFaults.filter((fault) => !isWriteFault(fault))).toEqual([]);
    expect(faults.filter(isWriteFault)).toEqual([]);
  });

  it('breaks clauses that a rule checks, and has a site for each operator, on writes too', () => {
    const checked = new Set(suites.flatMap(({ rules }) => rules.map(({ clause: cited }) => `${cited}`)));
    const wrong = writeFaults.filter(
      ({ breaks }) => !breaks.some((one) => checked.has(one)) || breaks.some((one) => clause(one).level === 'gap'),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
    const used = new Set(writeFaults.map(({ operator }) => operator));
    const own = writeOperators.filter(({ id }) => /^(?:update|bulk|task|summary|removal)-/.test(id));
    expect(own.filter(({ id }) => !used.has(id)).map(({ id }) => id)).toEqual([]);
  });
});
