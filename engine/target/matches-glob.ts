import picomatch from 'picomatch';

/** Whether an id matches a glob, in the dialect of picomatch: `get*`, `get{User,Users}`, `!paging.*`. */
export function matchesGlob(id: string, glob: string): boolean {
  return picomatch.isMatch(id, glob);
}
