import type { Command, CommanderError } from 'commander';
import { suggest } from '../engine/target/suggest.js';
import { UsageError } from '../engine/target/usage-error.js';

/** Turns a commander error into a UsageError. */
export function commandLineError(
  { code, message }: CommanderError,
  root: Command,
  argv: readonly string[],
): UsageError {
  const [first = '', ...rest] = argv;
  const command = root.commands.find((candidate) => candidate.name() === first);
  const help = `See "touchstone ${command?.name() ?? ''} --help".`.replace('  ', ' ');
  if (code === 'commander.unknownOption') {
    // `--tokn=value` is one argument; only its name is printed. A short option is its first letter.
    const flag = /'(--[^=']*|-.)/.exec(message)?.[1] ?? '';
    const own = command ?? root.commands[0];
    return new UsageError(`unknown option ${flag}`, optionHint(flag, own, root) || help);
  }
  // Because there is a default command, commander reports an unknown command as an excess argument.
  if (code === 'commander.excessArguments' && command === undefined) {
    const word = [first, ...rest].find((argument) => !argument.startsWith('-')) ?? first;
    const names = root.commands.map((candidate) => candidate.name());
    return new UsageError(`unknown command ${word}`, suggest(word, names) || help);
  }
  return new UsageError(message.replace(/^error: /, ''), help);
}

/** The command that has an option which another one lacks, or else the most similar option of that one. */
function optionHint(flag: string, own: Command | undefined, root: Command): string {
  const others = root.commands.filter(({ options }) => options.some(({ long }) => long === flag));
  // The default command comes first and has most options.
  const [other] = others;
  if (own !== undefined && other !== undefined) {
    return `It is an option of touchstone ${other.name()}, not of touchstone ${own.name()}.`;
  }
  return suggest(flag, own?.options.flatMap(({ long }) => long ?? []) ?? []);
}
