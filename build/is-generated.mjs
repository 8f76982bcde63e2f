import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a complete build has written the generated code under `root`: the rule pages are the last of it. */
export function isGenerated(root) {
  return (
    existsSync(join(root, 'schemas', 'generated')) && existsSync(join(root, 'reporters', 'generated', 'rule-pages.ts'))
  );
}
