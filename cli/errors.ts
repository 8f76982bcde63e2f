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
 * Prints on stderr what failed and what to do next, and returns the exit code: 2 for a usage error, 3 for an internal
 * error. With TOUCHSTONE_DEBUG it prints the stack too.
 */
export function reportError(error: unknown, { stderr, env }: Pick<Io, 'stderr' | 'env'>): number {
  const message = error instanceof Error ? error.message : String(error);
  const own = !(error instanceof UsageError);
  const hint = own ? 'Set TOUCHSTONE_DEBUG=1 to print the stack, and report the bug with it.' : error.hint;
  stderr.write(`touchstone: ${own ? 'internal error: ' : ''}${lines(message)}\n`);
  if (hint) stderr.write(`  ${lines(hint)}\n`);
  if (env.TOUCHSTONE_DEBUG && error instanceof Error) stderr.write(`${lines(error.stack ?? '')}\n`);
  return own ? OWN_FAULT : USAGE;
}

/** A short description of a system error, by its code. */
export function systemProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'no such file or folder',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EISDIR: 'it is a folder, not a file',
    ENOTDIR: 'a part of the path is not a folder',
    EROFS: 'the file system is read-only',
    ENOSPC: 'no space left on the disk',
    EADDRINUSE: 'the port is already in use',
    EADDRNOTAVAIL: 'this machine has no such address',
    ENOTFOUND: 'no such host',
    ELOOP: 'its links lead in a circle',
    ENAMETOOLONG: 'the name is too long',
    EEXIST: 'there is a file of this name already',
    ENXIO: 'it is a socket or a device that cannot be read',
    ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GB',
  };
  return known[code ?? ''] ?? message ?? String(error);
}
