import { createInterface } from 'node:readline/promises';
import { UsageError } from '../engine/target/usage-error.js';
import { terminalText } from '../reporters/terminal-text.js';
import { blamed } from './config/module.js';
import { SIGNALS } from './end-on-signals.js';
import { reportError, systemProblem } from './errors.js';
import type { Io } from './io.js';
import { exitNow } from './process-end.js';
import { services } from './services.js';

/** A closed pipe or terminal (`touchstone list | head`) is not an error: the rest of the output is discarded. */
function ignoreLostReader(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || error.code === 'EIO') return;
  const hint = 'Free some space, or write the output elsewhere.';
  throw new UsageError(`the output cannot be written: ${systemProblem(error)}`, hint);
}

/** Prompts on the terminal; anything except `y` or `yes` means no. */
async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new AbortController();
  // During a prompt only the line reader receives Ctrl-C and Ctrl-D.
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

/** The current folder; throws a UsageError if it was removed. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new UsageError(`the current folder cannot be used: ${systemProblem(error)}`, 'Change to another folder.');
  }
}

/** The environment of this process. It also makes uncaught errors print as messages, not as stack traces. */
export function processIo(): Io {
  const { stdout, stderr, env } = process;
  stdout.on('error', ignoreLostReader);
  // A run that cannot print its progress still restores what it changed.
  stderr.on('error', () => undefined);
  process.on('uncaughtException', (error) => exitNow(reportError(blamed(error), { stderr, env })));
  return {
    argv: process.argv.slice(2),
    env,
    nodeVersion: process.versions.node,
    cwd: currentFolder(),
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
    exit: exitNow,
  };
}
