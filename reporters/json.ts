import type { RunReport } from '../schemas/generated/touchstone.js';

/** The run report as indented JSON text with a newline at its end: the same report is always the same text. */
export function renderJson(report: RunReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
