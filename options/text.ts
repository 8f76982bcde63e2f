import { OPTION_KEYS, OPTIONS, type OptionKey, type OptionValues } from './declared.js';
import { isRepeatable, type Kind, type Option, type OwnKind, type OwnOption } from './option.js';

type Value = OptionValues[OptionKey];

/** The line of an option in `--help`, with its default. */
export function helpOf(key: OptionKey, given: Partial<Pick<Option, 'help' | 'defaultText'>> = {}): string {
  return lineOf({ ...OPTIONS[key], ...given });
}

/** The line of an option in `--help`, of a run or of one command. */
export function lineOf(option: OwnOption): string {
  const { help, kind, defaultText = option.default === undefined ? undefined : textOf(kind, option.default) } = option;
  return `${help}${isRepeatable(kind) ? ' (repeatable)' : ''}${defaultText === undefined ? '' : ` (default: ${defaultText})`}`;
}

/** The long flag of an option, without its argument: `--rps`. */
export function flagOf(key: OptionKey): string {
  return /--[\w-]+/.exec(OPTIONS[key].flag)?.[0] ?? '';
}

/** Options as unquoted words of a command line, in the order in which they are declared; without those left at their default. */
export function optionWords(values: Partial<OptionValues>): string[] {
  return OPTION_KEYS.flatMap((key) => {
    const option: Option = OPTIONS[key];
    const value: Value | undefined = values[key];
    if (value === undefined || value === false || value === option.default) return [];
    if (value === true) return [flagOf(key)];
    return textsOf(option.kind, value).flatMap((text) => [flagOf(key), text]);
  });
}

function textsOf(kind: Kind, value: Exclude<Value, boolean>): string[] {
  if (typeof value !== 'object') return [kind.type === 'percentage' ? `${value}%` : String(value)];
  if (Array.isArray(value)) return value;
  return Object.entries(value).map(([name, text]) => `${name}=${text}`);
}

/** A default as people write it: `5s` for 5000 milliseconds. */
function textOf({ type }: OwnKind, value: string | number | boolean): string {
  return type === 'duration' && Number(value) % 1000 === 0 ? `${Number(value) / 1000}s` : String(value);
}
