import { failureOf } from '../../engine/client/failure.js';

/** What a step of the diagnosis found. */
export interface Step {
  readonly name: string;
  /** `skipped`: an earlier problem makes the step impossible, or there is nothing to look at. */
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  readonly text: string;
  /** What to do about a warning or a problem. */
  readonly hint?: string;
}

/** A step without its name. */
export type Shown = Omit<Step, 'name'>;

export function ok(text: string): Shown {
  return { state: 'ok', text };
}

export function skipped(text: string): Shown {
  return { state: 'skipped', text };
}

export function warning(text: string, hint: string): Shown {
  return { state: 'warning', text, hint };
}

export function problem(text: string, hint: string): Shown {
  return { state: 'problem', text, hint };
}

/** The problem that an error of the network is. */
export function problemOfError(error: unknown): Shown {
  const { message, hint } = failureOf(error, false);
  return problem(message, hint);
}
