/** How a run compares with an earlier one, for the reports of the run: `check --compare`. */
export interface Compared {
  /** The file of the earlier run report. */
  readonly file: string;
  /** The result in one line. */
  readonly result: string;
  /** The exit code of the command. */
  readonly exitCode: number;
}
