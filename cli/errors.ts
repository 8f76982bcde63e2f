import { UsageError } from '../engine/target/usage-error.js';
import { terminalText } from '../reporters/terminal-text.js';
import type { Io } from './io.js';

const OWN_FAULT = 3;
const USAGE = 2;

function lines(text: string): string {
  return text
    .split('\n')
    .map((line) => terminalText(line, 1000))
    .join('\n');
}

/**
 * Says on stderr what went wrong and what to do about it, and gives the exit code: 2 for a mistake of the person, 3 for
 * one of touchstone. The stack is shown where TOUCHSTONE_DEBUG is set.
 */
export function tellError(error: unknown, { stderr, env }: Pick<Io, 'stderr' | 'env'>): number {
  const message = error instanceof Error ? error.message : String(error);
  const own = !(error instanceof UsageError);
  const hint = own ? 'Set TOUCHSTONE_DEBUG=1 to see where it happened, and report it with that.' : error.hint;
  stderr.write(`touchstone: ${own ? 'a fault of touchstone itself: ' : ''}${lines(message)}\n`);
  if (hint !== undefined) stderr.write(`  ${lines(hint)}\n`);
  if (env.TOUCHSTONE_DEBUG && error instanceof Error) stderr.write(`${lines(error.stack ?? '')}\n`);
  return own ? OWN_FAULT : USAGE;
}

/** Why a file could not be read, written or found, in a few words, by the code of the system's error. */
export function systemProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is no folder',
    EROFS: 'the file system is read-only',
    ENOSPC: 'no space is left',
    EADDRINUSE: 'the port is in use',
    EADDRNOTAVAIL: 'this machine has no such address',
    ENOTFOUND: 'there is no such host',
  };
  return known[code ?? ''] ?? message;
}
