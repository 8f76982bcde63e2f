import type { ImplementationResult } from '../../schemas/generated/touchstone.js';
import { isFailure } from '../outcomes.js';
import type { Column, Matrix, Row } from './matrix.js';

/** The result of one column of a matrix, the one with the index `at`, for publication. */
export function implementationResult(
  { implementations, operations, laws, differences }: Matrix,
  { name, report, identity = { name } }: Column,
  at: number,
): ImplementationResult {
  const { target, version, startedAt, seed, budget, result, must, tested, power, requests } = implementations[
    at
  ] as Matrix['implementations'][number];
  const own = (rows: readonly Row[]) =>
    rows.map(({ id, cells }) => ({ id, ...(cells[at] ?? { state: 'none' as const, text: 'not checked' }) }));
  return {
    format: 'touchstone.implementation-result/1',
    identity,
    target,
    touchstone: version,
    startedAt,
    seed,
    budget,
    result,
    must,
    tested,
    power,
    requests,
    operations: own(operations),
    laws: own(laws),
    failed: report.checks.filter(isFailure).map(({ id }) => id),
    unspecified: differences.map(({ clause, operation, values }) => ({
      clause,
      operation,
      values: [...(values[at] ?? [])],
    })),
    report: report.certificate?.digest ?? null,
  };
}
