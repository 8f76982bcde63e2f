import { createInterface } from 'node:readline/promises';
import { terminalText } from '../reporters/terminal-text.js';
import { tellError } from './errors.js';
import type { Io } from './io.js';
import { services } from './services.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A reader or a terminal that goes away (`touchstone list | head`) is no fault: what is left is written to nobody. */
function ignoreLostReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}

/** Asks on the terminal; anything but `y` or `yes` means no. */
async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new AbortController();
  // While a line is read, Ctrl-C and Ctrl-D reach the reader alone.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  terminal.on('close', () => closed.abort());
  try {
    const answer = await terminal.question(`${terminalText(question, 500)} (y/N) `, { signal: closed.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}

/** The world of the running process. From here on no error reaches a person as a stack trace. */
export function processIo(): Io {
  const { stdout, stderr, env } = process;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreLostReader);
  process.on('uncaughtException', (error) => process.exit(tellError(error, { stderr, env })));
  return {
    argv: process.argv.slice(2),
    env,
    cwd: process.cwd(),
    stdout,
    stderr,
    services,
    onInterrupt(listener) {
      for (const signal of SIGNALS) process.on(signal, listener);
      return () => {
        for (const signal of SIGNALS) process.off(signal, listener);
      };
    },
    ...(process.stdin.isTTY && stdout.isTTY && { confirm }),
    exit: (code) => process.exit(code),
  };
}
