/** The longest duration, in milliseconds: 20 days. A timer of Node holds 24 days, and some times are added to others. */
export const LONGEST_MS = 480 * 3_600_000;

/** What an option holds: how its argument is parsed, and its JSON Schema in a config file, follow from it. */
export type Kind =
  | { readonly type: 'switch' }
  /** Text; `such` shows what the config file accepts if `pattern` limits it. */
  | { readonly type: 'text'; readonly pattern?: string; readonly such?: string }
  /** A path: relative to the folder of the command, or to the config file that contains it. */
  | { readonly type: 'file' }
  | { readonly type: 'choice'; readonly of: readonly string[] }
  | { readonly type: 'number'; readonly minimum: number; readonly maximum: number; readonly whole: boolean }
  /** In milliseconds. The command line also accepts `30s`, `500ms` and `2m`. */
  | { readonly type: 'duration' }
  /** A number; the config file and the command line both write `95%`. */
  | { readonly type: 'percentage' }
  | { readonly type: 'texts' }
  | { readonly type: 'choices'; readonly of: readonly string[] }
  /** `name=value`, or `name: value` for headers; an object in the config file. `names` are those that are allowed. */
  | {
      readonly type: 'pairs';
      readonly names?: Readonly<Record<string, string>>;
      readonly pattern?: string;
      readonly such?: string;
    };

/** The headings of `--help`, in its order. */
export const GROUPS = [
  'Target:',
  'Network:',
  'Selection:',
  'Verdict:',
  'Accepted differences:',
  'Writes:',
  'Run:',
  'Shards:',
  'Output:',
] as const;

/** One option, declared once: the command line, the config schema, the defaults and the reproduction line follow from it. */
export interface Option {
  /** The flag with its argument as commander writes it: `--rps <number>`. */
  readonly flag: string;
  readonly kind: Kind;
  readonly group: (typeof GROUPS)[number];
  /** The line in `--help` and the description in the config schema; without the default. */
  readonly help: string;
  /** The value without the option. */
  readonly default?: string | number | boolean;
  /** The default in words, if it is not a value. */
  readonly defaultText?: string;
  /** Why a config file does not contain it; by default it has a key of the same name. */
  readonly notInConfig?: string;
  /** Whether it decides the run, and so belongs in the command that reproduces the run. */
  readonly reproduces?: true;
}

/** What an option of one command may also hold: no config file contains it. */
export type OwnKind =
  | Kind
  /** A repeatable whole number. */
  | { readonly type: 'numbers'; readonly minimum: number; readonly maximum: number }
  /** A date that exists, as YYYY-MM-DD. */
  | { readonly type: 'date' }
  /** Text that is not empty; `missing` is the message for an empty one. */
  | { readonly type: 'sentence'; readonly missing: string };

/** An option of one command, declared once: its flag, parser, help and default follow from it. */
export interface OwnOption extends Pick<Option, 'flag' | 'help' | 'default' | 'defaultText'> {
  readonly kind: OwnKind;
}

/** The value of an option in the options of a run. */
export type ValueOf<Of extends OwnKind> = Of extends { type: 'switch' }
  ? boolean
  : Of extends { type: 'choice'; of: readonly (infer Choice)[] }
    ? Choice
    : Of extends { type: 'text' | 'file' | 'date' | 'sentence' }
      ? string
      : Of extends { type: 'choices'; of: readonly (infer Choice)[] }
        ? readonly Choice[]
        : Of extends { type: 'texts' }
          ? readonly string[]
          : Of extends { type: 'pairs' }
            ? Readonly<Record<string, string>>
            : Of extends { type: 'numbers' }
              ? readonly number[]
              : number;

/** A repeatable option may be given several times. */
export function isRepeatable({ type }: OwnKind): boolean {
  return type === 'texts' || type === 'choices' || type === 'pairs' || type === 'numbers';
}

/** Why an option is not in a config file: see `notInConfig`. */
export const THIS_COMMAND = 'it is about one command, not about the target';
