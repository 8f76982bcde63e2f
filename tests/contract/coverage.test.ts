import { describe, expect, it } from 'vitest';
import { listRules } from '../../conformance/list.js';
import { operations } from '../../contract/operations/index.js';

const { clauses, rules } = listRules();

describe('the clauses of the document', () => {
  it.each(clauses)('$id is either covered by a rule or has a reason why not', ({ rules: citing, untested }) => {
    expect(citing.length > 0).toBe(untested === null);
  });

  it.each(clauses)('$id has a section and a unique title', ({ id, section, title }) => {
    expect(section).not.toBe('');
    expect(clauses.filter((other) => other.title === title).map((other) => other.id)).toEqual([id]);
  });
});

describe('the rules', () => {
  it('have ids that never change', () => {
    expect(rules.map(({ id, level }) => `${level} ${id}`).sort()).toMatchSnapshot();
  });

  it('each apply to at least one operation', () => {
    expect(rules.filter((rule) => rule.operations.length === 0)).toEqual([]);
  });
});

describe('the operations of the document', () => {
  it('are all 34, with the names of the document in camelCase', () => {
    expect(operations.map(({ id }) => id)).toMatchSnapshot();
    expect(operations).toHaveLength(34);
  });

  it.each(operations.filter(({ id }) => !id.endsWith('Task')))('$id is its title in camelCase', ({ id, title }) => {
    const [first = '', ...rest] = title.toLowerCase().split(' ');
    expect(id).toBe(first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''));
  });
});
