import { pathToFileURL } from 'node:url';
import { UsageError } from '../../engine/target/usage-error.js';

/** How long a module may take to load, in milliseconds. */
const LONGEST_MS = 10_000;
const HINT = 'Correct the file; its default export must be the config.';

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

/** The first line of what was thrown, which may be anything. */
export function messageOf(thrown: unknown): string {
  try {
    const [what = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n');
    return /call stack size exceeded/.test(what) ? 'it is nested too deeply' : what.slice(0, 200);
  } catch {
    return 'it threw what cannot be printed';
  }
}

/** The modules that this process loaded, or is loading. */
const modules = new Set<string>();
let loading: string | null = null;

/** Whether a module was loaded, which may have left timers and servers behind. */
export function hasLoadedModule(): boolean {
  return modules.size > 0;
}

/** An uncaught error: as a UsageError if a config module threw it, at any time; else unchanged. */
export function blamed(error: unknown): unknown {
  const thrower = [...modules].find((file) => error instanceof Error && lineIn(file, error) !== '') ?? loading;
  return thrower === null ? error : problem(thrower, 'threw an error that it does not catch', error);
}

/** Loads the default export of a TypeScript or JavaScript config file; throws a UsageError if that fails. */
export async function loadModule(file: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false });
  modules.add(file);
  loading = file;
  try {
    return await inTime(jiti.import(file, { default: true }));
  } catch (thrown) {
    throw problem(file, 'cannot be loaded', thrown);
  } finally {
    loading = null;
  }
}

function problem(file: string, what: string, thrown: unknown): UsageError {
  const place = thrown instanceof Error ? lineIn(file, thrown) : '';
  return new UsageError(`${file}${place}: ${what}: ${messageOf(thrown)}`, HINT);
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
