import { createRequire } from 'node:module';

/** The version of touchstone; the package refers to itself by name, because compiled code lies one folder deeper. */
export const VERSION: string = createRequire(import.meta.url)('touchstone/package.json').version;
