import { join } from 'node:path/posix';
import { importsOf } from './arrows.js';

/** Files by their path from the root of the project, each with its text. */
export type Sources = ReadonlyMap<string, string>;

/** The files that import each other in a circle, one list for each circle, type-only imports included. */
export function circles(sources: Sources): string[][] {
  const imports = new Map([...sources].map(([file, text]) => [file, importedBy(file, text, sources)]));
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (imports.get(from) ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  const inCircle = [...sources.keys()].filter((file) => reaches(file, file));
  const found: string[][] = [];
  for (const file of inCircle) {
    const known = found.find(([first = '']) => reaches(file, first) && reaches(first, file));
    if (known === undefined) found.push([file]);
    else known.push(file);
  }
  return found;
}

function importedBy(file: string, text: string, sources: Sources): string[] {
  return importsOf(text)
    .filter(({ from }) => from.startsWith('.'))
    .map(({ from }) => join(file, '..', from).replace(/\.js$/, '.ts'))
    .filter((path) => sources.has(path));
}

/** The folders of the engine, from the top; each imports from those below it. */
const ENGINE = ['soak', 'report', 'run', 'writes', 'oracle', 'session', 'client', 'target', 'access'];
/** The two at the bottom know nothing of each other. */
const APART = new Set(['client', 'target']);

/** The imports within the engine that do not point down, or are of a file in none of its folders. */
export function wrongEngineArrows(file: string, text: string): string[] {
  const own = folderOf(file);
  if (own === null) return [];
  return importsOf(text).flatMap(({ from }) => {
    const other = from.startsWith('.') ? folderOf(join(file, '..', from)) : null;
    if (other === null || other === own) return [];
    const down = ENGINE.indexOf(own) < ENGINE.indexOf(other) && !(APART.has(own) && APART.has(other));
    return down && ENGINE.includes(own) ? [] : [`${file} imports ${from}`];
  });
}

/** The folder of the engine that a file lies in; `null` for a file of another room. */
function folderOf(file: string): string | null {
  const [room, folder = '', ...rest] = file.split('/');
  if (room !== 'engine') return null;
  return rest.length > 0 ? folder : '.';
}

/** Words that only the interface document has: its areas, records and parameters, and the status of its tasks. */
const WORDS =
  /\b(agreements?|contracts|subscriptions?|applications?|consumptions?|insights?|discovery(Types?|Sources?)|licenses?|fromDate|toDate)\b|'Complete'/i;

/** The lines of a file that name something of the interface, imports aside. */
export function interfaceWords(file: string, text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/^(import|export) .* from '/.test(line) && !/application\/(json|merge-patch)/.test(line))
    .filter((line) => WORDS.test(line))
    .map((line) => `${file}: ${line.trim()}`);
}
