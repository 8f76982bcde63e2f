import type { ProofReport, RunReport } from '../schemas/generated/touchstone.js';

/** A report as indented JSON text with a newline at its end: the same report is always the same text. */
export function renderJson(report: RunReport | ProofReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
