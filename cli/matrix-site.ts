import { join } from 'node:path';
import { UsageError } from '../engine/target/usage-error.js';
import { makeFolder } from '../engine/writes/make-folder.js';
import type { Column, Matrix } from '../reporters/implementations/matrix.js';
import { systemProblem } from './errors.js';
import { writeWhole } from './report-files.js';

/**
 * Writes a site that needs no server into a folder: index.html, matrix.json, and results/NAME.json for each implementation.
 * Throws a UsageError if two columns have the same name, or if a file cannot be written.
 */
export async function writeMatrixSite(folder: string, matrix: Matrix, columns: readonly Column[]): Promise<void> {
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new UsageError(`two run reports have the name ${twice}`, 'Rename one: its name is that of the column.');
  }
  const { renderMatrixHtml } = await import('../reporters/implementations/html.js');
  const { implementationResult } = await import('../reporters/implementations/result.js');
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const results = names.map((name) => `results/${encodeURIComponent(name)}.json`);
  try {
    await makeFolder(join(folder, 'results'));
    for (const [at, column] of columns.entries()) {
      await writeWhole(join(folder, 'results', `${column.name}.json`), json(implementationResult(matrix, column, at)));
    }
    await writeWhole(join(folder, 'matrix.json'), json(matrix));
    // Last, so that it links to files that exist.
    await writeWhole(join(folder, 'index.html'), renderMatrixHtml(matrix, results));
  } catch (error) {
    throw new UsageError(`the site could not be written to ${folder}: ${systemProblem(error)}`);
  }
}
