import { pathToFileURL } from 'node:url';
import { UsageError } from '../../engine/target/usage-error.js';

/** How long a module may take to load, in milliseconds. */
const LONGEST_MS = 10_000;

/** `:line` of the first position in `file` that an error names in its message or stack; empty if it names none. */
function lineIn(file: string, { message, stack = '' }: Error): string {
  for (const text of [message, stack]) {
    for (const name of [file, pathToFileURL(file).href]) {
      const at = text.indexOf(`${name}:`);
      const line = at < 0 ? null : /^\d+/.exec(text.slice(at + name.length + 1));
      if (line) return `:${line[0]}`;
    }
  }
  return '';
}

/** Loads the default export of a TypeScript or JavaScript config file; throws a UsageError if that fails. */
export async function loadModule(file: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false });
  try {
    return await inTime(jiti.import(file, { default: true }));
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const [what = ''] = error.message.split('\n');
    throw new UsageError(
      `${file}${lineIn(file, error)}: cannot be loaded: ${what}`,
      'Correct the file; its default export must be the config.',
    );
  }
}

/** Settles as a promise does; rejects if that takes too long, as where a module awaits what never comes. */
async function inTime(loading: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const seconds = LONGEST_MS / 1000;
    timer = setTimeout(() => reject(new Error(`it has not finished loading after ${seconds} s`)), LONGEST_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
