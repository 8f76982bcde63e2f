import { type ClauseId, clause, clauses } from '../contract/clauses/index.js';
import { operations } from '../contract/operations/index.js';
import { suites } from '../suites/index.js';

/** The operations, rules and clauses of the suite, each with the ids of the others. */
export function listRules() {
  const checks = suites.flatMap(({ operation, rules }) => rules.map((rule) => ({ operation: operation.id, rule })));
  const rules = [...new Map(checks.map(({ rule }) => [rule.id, rule])).values()];
  return {
    operations: operations.map(({ id, title, area, binding, statuses }) => ({
      id,
      title,
      area,
      method: binding.method,
      path: binding.path,
      statuses: [...statuses],
      rules: checks.filter(({ operation }) => operation === id).map(({ rule }) => rule.id),
    })),
    rules: rules.map(({ id, clause: cited }) => ({
      id,
      clause: cited,
      level: clause(cited).level,
      title: clause(cited).title,
      section: clause(cited).section,
      operations: checks.filter(({ rule }) => rule.id === id).map(({ operation }) => operation),
    })),
    clauses: (Object.keys(clauses) as ClauseId[]).map((id) => ({
      id,
      level: clause(id).level,
      section: clause(id).section,
      title: clause(id).title,
      rules: rules.filter((rule) => rule.clause === id).map((rule) => rule.id),
      untested: clause(id).untested ?? null,
    })),
  };
}
