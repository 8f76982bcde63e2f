import { tellError } from './errors.js';
import type { Io } from './io.js';
import { services } from './services.js';

/** A reader that goes away (`touchstone list | head`) is no fault: what is left is written to nobody. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** The world of the running process. From here on no error reaches a person as a stack trace. */
export function processIo(): Io {
  const { stdout, stderr, env } = process;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreBrokenPipe);
  process.on('uncaughtException', (error) => process.exit(tellError(error, { stderr, env })));
  return {
    argv: process.argv.slice(2),
    env,
    cwd: process.cwd(),
    stdout,
    stderr,
    services,
    onInterrupt(listener) {
      process.on('SIGINT', listener).on('SIGTERM', listener);
      return () => process.off('SIGINT', listener).off('SIGTERM', listener);
    },
    exit: (code) => process.exit(code),
  };
}
