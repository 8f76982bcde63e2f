import { createRequire } from 'node:module';

/** The version of touchstone; the package imports itself by name, because the compiled code is one folder deeper. */
export const VERSION: string = createRequire(import.meta.url)('touchstone/package.json').version;
