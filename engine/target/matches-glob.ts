import picomatch from 'picomatch';

/** By glob: a run matches the same few with each of its rules and operations. */
const matchers = new Map<string, (id: string) => boolean>();

/** Whether an id matches a glob, in the dialect of picomatch: `get*`, `get{User,Users}`, `!paging.*`. */
export function matchesGlob(id: string, glob: string): boolean {
  const matches = matchers.get(glob) ?? picomatch(glob);
  matchers.set(glob, matches);
  return matches(id);
}
