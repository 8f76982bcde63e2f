/** What the checks of a run make of one fault. */
export interface Judgement {
  /** The id of the fault. */
  readonly fault: string;
  /**
   * `noticed`: a check that passes without the fault fails with it. `missed`: none does. `inconclusive`: none does, and
   * the recording lacked responses. `unchanged`: the fault changed no response, so that it was not injected.
   */
  readonly outcome: 'noticed' | 'missed' | 'inconclusive' | 'unchanged';
  /** The ids of the checks that noticed it; the first ones, since the others are not run. */
  readonly by: readonly string[];
  /** The checks of the clauses that it breaks that do not pass without the fault either. */
  readonly blind: readonly BlindCheck[];
}

/** A check that cannot notice anything, because it does not pass. */
export interface BlindCheck {
  readonly check: string;
  readonly failed: boolean;
  readonly reason: string;
}
