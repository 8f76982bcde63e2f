import { Argument, Command } from 'commander';
import type { Io } from '../io.js';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
const NAME = 'touchstone';

/** What the commands know of their program: it is made anew for completions, which are registered on it. */
type MakeProgram = (io: Io) => Command;

/** The completions of a program, with the ids of the suite where an option or an argument takes one. */
async function completionsOf(io: Io, makeProgram: MakeProgram) {
  const { default: tab } = await import('@bomb.sh/tab/commander');
  const completions = tab(makeProgram(io));
  const listing = await io.services.listRules();
  const offer = (ids: readonly { readonly id: string }[]) => (complete: (value: string, about: string) => void) => {
    for (const { id } of ids) complete(id, '');
  };
  for (const command of completions.commands.values()) {
    for (const [flag, subject] of Object.entries({
      operation: listing.operations,
      rule: listing.rules,
      exclude: listing.rules,
    })) {
      const option = command.options.get(flag);
      if (option !== undefined) option.handler = offer(subject);
    }
  }
  const [rule] = completions.commands.get('explain')?.arguments.values() ?? [];
  if (rule !== undefined) rule.handler = offer(listing.rules);
  return completions;
}

/** `touchstone completion SHELL`: prints the script that completes commands, options and ids in a shell. */
export function completionCommand(io: Io, done: (code: number) => void, makeProgram: MakeProgram): Command {
  return new Command('completion')
    .description('Print the completion script of a shell: eval "$(touchstone completion bash)"')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action(async (shell: (typeof SHELLS)[number]) => {
      (await completionsOf(io, makeProgram)).setup(NAME, NAME, shell);
      done(0);
    });
}

/** `touchstone complete -- WORDS`: what the script runs for the words of a command line. */
export function completeCommand(io: Io, done: (code: number) => void, makeProgram: MakeProgram): Command {
  return new Command('complete')
    .description('Print the completions of a command line, for the completion script')
    .argument('[words...]', 'the words, the last one incomplete')
    .action(async (words: string[]) => {
      (await completionsOf(io, makeProgram)).parse(words);
      done(0);
    });
}
