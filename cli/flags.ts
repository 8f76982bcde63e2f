import { type Command, Option } from 'commander';
import { OPTION_KEYS, OPTIONS, type OptionKey, type OptionValues } from '../options/declared.js';
import type { Option as Declared, OwnKind, OwnOption, ValueOf } from '../options/option.js';
import { lineOf } from '../options/text.js';
import { date, milliseconds, number, numbers, percent, repeatable, repeatableOf, sentence } from './option-parsers.js';

/** The value of a parsed flag: `name=value` pairs are the texts as they were given. */
type FlagValue<Of extends OwnKind> = Of extends { type: 'pairs' } ? readonly string[] : ValueOf<Of>;

/** The parsed options of a command, by key; an option that was not given is absent. */
export type Flags = { readonly [Key in OptionKey]?: FlagValue<(typeof OPTIONS)[Key]['kind']> };

/** The parsed options that one command has, by key; an option that was not given is absent. */
export type OwnFlags<Options extends Readonly<Record<string, OwnOption>>> = {
  readonly [Key in keyof Options]?: FlagValue<Options[Key]['kind']>;
};

/** What a command says otherwise about an option. */
type Wording = Partial<Record<OptionKey, Partial<Pick<Declared, 'help' | 'defaultText'>>>>;

/** An option whose value commander stores by its key, and not by the name of its flag. */
class KeyedOption extends Option {
  constructor(
    flag: string,
    help: string,
    private readonly key: string,
  ) {
    super(flag, help);
  }

  override attributeName(): string {
    return this.key;
  }
}

/** The keys of the options under one or several headings of the help. */
export function keysOf(...groups: readonly Declared['group'][]): OptionKey[] {
  return OPTION_KEYS.filter((key) => groups.includes(OPTIONS[key].group));
}

/** Adds options to a command, each under its heading in the help. */
export function addOptions(command: Command, keys: readonly OptionKey[], wording: Wording = {}): Command {
  // The help shows the headings in the order in which they first occur.
  for (const key of OPTION_KEYS.filter((known) => keys.includes(known))) {
    command.optionsGroup(OPTIONS[key].group).addOption(optionOf(key, { ...OPTIONS[key], ...wording[key] }));
  }
  return command.optionsGroup('Options:');
}

/** Adds the options that a command alone has. */
export function addOwnOptions(command: Command, options: Readonly<Record<string, OwnOption>>): Command {
  for (const [key, option] of Object.entries(options)) command.addOption(optionOf(key, option));
  return command;
}

function optionOf(key: string, declared: OwnOption): Option {
  const { flag, kind } = declared;
  const option = new KeyedOption(flag, lineOf(declared), key);
  const parse = parserOf(kind);
  if (parse !== null) option.argParser(parse as (argument: string, previous: unknown) => unknown);
  // Choices come with a parser of their own.
  return kind.type === 'choice' ? option.choices(kind.of) : option;
}

/** How the argument of an option is parsed; `null` if commander needs no help. */
function parserOf(kind: OwnKind): ((argument: string, previous: never) => unknown) | null {
  switch (kind.type) {
    case 'number':
      return number(kind.minimum, kind.maximum, kind.whole);
    case 'numbers':
      return numbers(kind.minimum, kind.maximum);
    case 'date':
      return date;
    case 'sentence':
      return sentence(kind.missing);
    case 'duration':
      return milliseconds;
    case 'percentage':
      return percent;
    case 'choices':
      return repeatableOf(kind.of);
    case 'texts':
    case 'pairs':
      return repeatable;
    default:
      return null;
  }
}

/** A record without the members that are undefined. */
export function defined<Value extends object>(record: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never;
}

/** Options whose value is the same as a flag, in a config file and in a run. */
type PlainKey = {
  [Key in OptionKey]: (typeof OPTIONS)[Key] extends { notInConfig: string } | { kind: { type: 'pairs' | 'percentage' } }
    ? never
    : Key;
}[OptionKey];

/** The values of options: each from its flag, or else from the config file; absent if neither has it. */
export function chosen<Key extends PlainKey>(
  keys: readonly Key[],
  flags: Flags,
  config: Readonly<Partial<Record<PlainKey, unknown>>>,
): Partial<Pick<OptionValues, Key>> {
  // The validated config has the types of the flags.
  return defined(Object.fromEntries(keys.map((key) => [key, flags[key] ?? config[key]]))) as never;
}
