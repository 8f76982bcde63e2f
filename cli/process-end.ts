import { writeSync } from 'node:fs';
import { hasLoadedModule } from './config/module.js';

const STDERR = 2;
const NOT_DONE = 3;
let isExpected = false;

/** Ends the process now. */
export function exitNow(code: number): never {
  isExpected = true;
  process.exit(code);
}

/**
 * Ends the process with the exit code of its command once its output is written. What a config module left running would
 * keep it alive.
 */
export async function exitWhenWritten(code: number): Promise<void> {
  isExpected = true;
  process.exitCode = code;
  if (!hasLoadedModule()) return;
  const written = (stream: NodeJS.WriteStream) => new Promise<void>((resolve) => stream.write('', () => resolve()));
  await Promise.all([process.stdout, process.stderr].map(written));
  process.exit();
}

/** Ends with exit code 3 where the process ends before its command did, such as by a config module that calls `process.exit`. */
export function watchForEarlyEnd(): void {
  process.on('exit', () => {
    if (isExpected) return;
    process.exitCode = NOT_DONE;
    writeSync(
      STDERR,
      'touchstone: the process ended before the command was done\n  Remove process.exit from the config file.\n',
    );
  });
}
