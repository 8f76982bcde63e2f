import type { CheckOptions } from '../engine/target/options.js';

/** The options for the embedded reference: it may be written to, because its data are generated for the run. */
export function onReference(options: CheckOptions): CheckOptions {
  return { allowWrites: true, allowDestroy: true, allowScopeAll: true, ...options };
}
