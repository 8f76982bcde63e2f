import { OPTIONS, type OptionKey } from '../../options/declared.js';
import { HOW_TO_WRITE } from '../../options/groups/run.js';
import type { Option } from '../../options/option.js';
import { optionWords } from '../../options/text.js';
import { quoted, targetWords } from '../target/command-words.js';
import type { CheckOptions } from '../target/options.js';
import type { Target } from '../target/target.js';

/** What the embedded reference is given by itself: its samples, and permission for everything. */
const OF_REFERENCE = { fixtures: undefined, allowWrites: undefined, allowDestroy: undefined, allowScopeAll: undefined };

/** Options that have no effect without permission to write. */
const OF_READS = Object.fromEntries(HOW_TO_WRITE.map((key) => [key, undefined]));

/**
 * The command that reproduces a run. It contains no secrets: the token comes from TOUCHSTONE_TOKEN, and headers are
 * given by name, with variables as values.
 */
export function reproduction(target: Target, options: CheckOptions, embedded: boolean): string {
  const values = {
    fixtures: target.fixtures,
    wireForm: target.wireForm,
    ...options,
    baseline: options.baseline?.file,
    allowFixed: options.baseline?.allowFixed,
    balance: options.balance?.file,
    ...(!embedded && !options.allowWrites && !options.allowDestroy && OF_READS),
    ...(embedded && OF_REFERENCE),
  };
  const decisive = Object.entries(values).filter(([key, value]) => value !== undefined && reproduces(key));
  const words = [...targetWords(target, embedded), ...optionWords(Object.fromEntries(decisive))];
  return ['touchstone', 'check', ...words.map(quoted)].join(' ');
}

function reproduces(key: string): boolean {
  return Object.hasOwn(OPTIONS, key) && (OPTIONS[key as OptionKey] as Option).reproduces === true;
}
