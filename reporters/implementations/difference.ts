/** What implementations do where the document leaves it open, for a gap in which they differ. */
export interface Difference {
  readonly clause: string;
  readonly operation: string;
  readonly values: readonly (readonly string[])[];
}
