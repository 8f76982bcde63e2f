import type { Check } from '../../schemas/generated/touchstone.js';

/** What is the same in all checks of a rule. */
type Statement = readonly [rule: string, clause: string, level: Check['level'], section: string, title: string];

/** The parts of a check that few have; `id` only if it is not made of operation and rule. */
type Rest = Partial<Omit<Check, 'operation' | 'area' | 'rule' | 'clause' | 'level' | 'section' | 'title' | 'outcome'>>;

/** Indexes into the tables, the outcome, the time and the rest. */
type Row = readonly [
  operation: number,
  statement: number,
  outcome: Check['outcome'],
  reason: number,
  durationMs: number,
  rest?: Rest,
];

/** The checks of a run without what they repeat, which would be most of a page: a seventh of the size. */
export interface PackedChecks {
  readonly operations: readonly (readonly [operation: string, area: Check['area']])[];
  readonly statements: readonly Statement[];
  readonly reasons: readonly (string | null)[];
  readonly rows: readonly Row[];
}

/** A table of values, which gives each one its index. */
function table<Value>() {
  const indexes = new Map<string, number>();
  const values: Value[] = [];
  const indexOf = (value: Value): number => {
    const key = JSON.stringify(value);
    const known = indexes.get(key);
    if (known !== undefined) return known;
    indexes.set(key, values.length);
    return values.push(value) - 1;
  };
  return { values, indexOf };
}

export function packed(checks: readonly Check[]): PackedChecks {
  const operations = table<readonly [string, Check['area']]>();
  const statements = table<Statement>();
  const reasons = table<string | null>();
  const rows = checks.map((check): Row => {
    const { id, operation, area, rule, clause, level, section, title, outcome, reason, durationMs, ...others } = check;
    const { findings, ...more } = others;
    const rest: Rest = {
      ...(id !== `${operation}/${rule}` && { id }),
      ...(findings.length > 0 && { findings }),
      ...more,
    };
    const row = [
      operations.indexOf([operation, area]),
      statements.indexOf([rule, clause, level, section, title]),
      outcome,
      reasons.indexOf(reason),
      durationMs,
    ] as const;
    return Object.keys(rest).length > 0 ? [...row, rest] : row;
  });
  return { operations: operations.values, statements: statements.values, reasons: reasons.values, rows };
}

/** The inverse of `packed`. */
export function unpacked({ operations, statements, reasons, rows }: PackedChecks): Check[] {
  return rows.map(([at, stated, outcome, why, durationMs, rest]) => {
    const [operation, area] = operations[at] as PackedChecks['operations'][number];
    const [rule, clause, level, section, title] = statements[stated] as Statement;
    const own = { id: `${operation}/${rule}`, operation, area, rule, clause, level, section, title, outcome };
    return { ...own, reason: reasons[why] ?? null, findings: [], ...rest, durationMs };
  });
}
