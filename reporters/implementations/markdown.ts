import { code, plain, table } from '../markdown/write.js';
import { thousands } from '../numbers.js';
import type { Matrix, Row } from './matrix.js';

const SIGNS = { pass: '✅', fail: '❌', warning: '⚠️', inconclusive: '❔', none: '–' } as const;

function rowsOf(rows: readonly Row[]): string[][] {
  return rows.map(({ id, cells }) => [plain(id), ...cells.map(({ state, text }) => `${SIGNS[state]} ${plain(text)}`)]);
}

/** The matrix as Markdown, with a table for each part. */
export function renderMatrixMarkdown(matrix: Matrix): string {
  const { implementations, operations, laws, differences, times, warnings } = matrix;
  const names = implementations.map(({ name }) => code(name, 'html'));
  const about = [
    ['target', ...implementations.map(({ target }) => code(target, 'html'))],
    ['result', ...implementations.map(({ result }) => plain(result))],
    ['MUST checks decided', ...implementations.map(({ must }) => plain(must))],
    ['operations tested', ...implementations.map(({ tested }) => plain(tested))],
    ['power', ...implementations.map(({ power }) => plain(power ?? 'not measured'))],
    ['requests', ...implementations.map(({ requests }) => thousands(requests))],
    [
      'touchstone, seed, budget',
      ...implementations.map(({ version, seed, budget }) => plain(`${version}, ${seed}, ${budget}`)),
    ],
  ];
  const gaps = differences.map(({ clause, operation, values }) => [
    plain(`${clause} of ${operation}`),
    ...values.map((own) => (own.length === 0 ? 'not observed' : own.map((value) => code(value, 'html')).join('; '))),
  ]);
  const medians = times.map(({ operation, medians: own }) => [
    plain(operation),
    ...own.map((ms) => (ms === null ? '–' : `${ms} ms`)),
  ]);
  return `${[
    '# Implementations',
    '',
    ...warnings.map((warning) => `> **Warning:** ${code(warning)}`),
    ...(warnings.length > 0 ? [''] : []),
    ...table(['', ...names], about),
    ...part('Laws', ['law', ...names], rowsOf(laws)),
    ...part('Operations', ['operation', ...names], rowsOf(operations)),
    ...part('Unspecified behaviour that differs', ['gap', ...names], gaps),
    ...part('Median response times', ['operation', ...names], medians),
  ].join('\n')}\n`;
}

function part(title: string, heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return ['', `## ${title}`, '', ...(rows.length === 0 ? ['None.'] : table(heading, rows))];
}
