import type { RunReport } from '../../schemas/generated/touchstone.js';
import type { PackedChecks } from './packed-checks.js';

/** The ids of the elements that hold the data of a page; each exchange has its own block, numbered by its index. */
export const HEAD_ID = 'touchstone-report';
export const exchangeBlockId = (index: number): string => `touchstone-exchange-${index}`;

/** The data that a page parses on load. Exchanges make up most of a report and are parsed when they are opened. */
export interface PageData {
  readonly report: Omit<RunReport, 'exchanges' | 'checks'>;
  readonly checks: PackedChecks;
  /** Whether the bodies of some exchanges are cut, so that the page does not hold the whole run report. */
  readonly cut: boolean;
  /** The ids of the exchanges, in the order of their blocks. */
  readonly exchangeIds: readonly string[];
  /** The Markdown pages of the rules that failed, by rule id; shown as source text. */
  readonly pages: Readonly<Record<string, string>>;
  /** The name of the run report file, for the commands that read it. */
  readonly runFile: string;
}
