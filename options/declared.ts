import { OUTPUT } from './groups/output.js';
import { RUN } from './groups/run.js';
import { SELECTION } from './groups/selection.js';
import { TARGET } from './groups/target.js';
import type { ValueOf } from './option.js';

/** Every option of a run, by its key: the same in a config file, in the library, and for a parsed flag. */
export const OPTIONS = { ...TARGET, ...SELECTION, ...RUN, ...OUTPUT };

export type OptionKey = keyof typeof OPTIONS;

export const OPTION_KEYS = Object.keys(OPTIONS) as readonly OptionKey[];

/** The values of options by key. */
export type OptionValues = { readonly [Key in OptionKey]: ValueOf<(typeof OPTIONS)[Key]['kind']> };

type Defaulted = { [Key in OptionKey]: (typeof OPTIONS)[Key] extends { default: unknown } ? Key : never }[OptionKey];

/** The values of the options that have a default. */
export const DEFAULTS = Object.fromEntries(
  Object.entries(OPTIONS).flatMap(([key, option]) => ('default' in option ? [[key, option.default]] : [])),
) as { readonly [Key in Defaulted]: OptionValues[Key] };
