import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TokenCommand } from './auth.js';
import { TokenError } from './token-error.js';
import { isToken, type Token } from './tokens.js';

const HINT = 'Run the command yourself: it must print the token, and nothing else, on standard output.';
const MAX_BYTES = 64 * 1024;

/**
 * The token that a command prints; white space around it is removed. Throws a TokenError, which repeats none of the
 * output, if the command fails, takes too long, is ended by `signal`, or prints no token.
 */
export async function tokenOfCommand({ command, timeoutMs }: TokenCommand, signal?: AbortSignal): Promise<Token> {
  const [program = '', ...words] = command;
  const { stdout } = await promisify(execFile)(program, words, {
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_BYTES,
    windowsHide: true,
    ...(signal && { signal }),
  }).catch((error: NodeJS.ErrnoException & { killed?: boolean }) => {
    throw new TokenError(`the token command ${program} ${problemOf(error, timeoutMs)}`, HINT);
  });
  const value = stdout.trim();
  if (isToken(value)) return { value };
  throw new TokenError(`the token command ${program} printed ${value === '' ? 'nothing' : 'more than a token'}`, HINT);
}

function problemOf({ code, killed }: NodeJS.ErrnoException & { killed?: boolean }, timeoutMs: number): string {
  if (String(code) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'printed more than a token';
  if (killed === true) return `did not end within ${timeoutMs} ms`;
  if (code === 'ENOENT') return 'does not exist';
  return typeof code === 'number' ? `failed with exit code ${code}` : `cannot be run (${code ?? 'killed'})`;
}
