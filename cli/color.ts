import type { Io } from './io.js';

/** Whether to colour stdout: never with `--no-color` or NO_COLOR, else with FORCE_COLOR or in a terminal with colours. */
export function wantsColor(flag: boolean, { env, stdout }: Pick<Io, 'env' | 'stdout'>): boolean {
  if (!flag || env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return stdout.isTTY === true && env.TERM !== 'dumb';
}
