import type { RunReport } from '../../schemas/generated/touchstone.js';

/** The ids of the elements in which a page holds its data; each exchange has a block of its own, by its index. */
export const HEAD_ID = 'touchstone-report';
export const exchangeBlockId = (index: number): string => `touchstone-exchange-${index}`;

/** What a page reads at once; exchanges are read when they are looked at, because they are nearly all of a report. */
export interface PageData {
  readonly report: Omit<RunReport, 'exchanges'>;
  /** The ids of the exchanges, in the order of their blocks. */
  readonly exchangeIds: readonly string[];
  /** The pages of rules that failed, by the id of the rule: Markdown, shown as it is written. */
  readonly pages: Readonly<Record<string, string>>;
  /** The name of the file that holds the run report, for the commands that read it. */
  readonly runFile: string;
}
