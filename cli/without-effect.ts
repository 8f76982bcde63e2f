import type { CheckOptions } from '../engine/target/options.js';
import { HOW_TO_WRITE } from '../options/groups/run.js';
import { flagOf } from '../options/text.js';
import type { Flags } from './flags.js';

/** What a run does, as its settings say. */
interface Effective {
  /** `null` for the embedded reference. */
  readonly target: object | null;
  readonly options: CheckOptions;
  readonly reports: readonly { readonly kind: string }[];
}

/**
 * What to say of the flags that have no effect: of how a run writes if the run may not write, and of what reports show if none of
 * them shows that. A config file may have such options, because other runs with the same file may write or report more.
 */
export function withoutEffect(flags: Flags, { target, options, reports }: Effective): string[] {
  // The embedded reference allows writes by default.
  const mayWrite = target === null || options.allowWrites || options.allowDestroy;
  const writing = mayWrite ? [] : HOW_TO_WRITE.filter((key) => flags[key] !== undefined).map(flagOf);
  const kinds = new Set<string>(reports.map(({ kind }) => kind));
  const unreported = (flags.bodies ?? []).filter((text) => !kinds.has(text.split('=')[0] ?? ''));
  return [
    ...said(writing, '--allow-writes'),
    ...said(
      unreported.map((text) => `--bodies ${text}`),
      'a report of that kind',
    ),
    ...said(flags.masks !== undefined && kinds.size === 0 ? ['--mask'] : [], '--report'),
    ...said(
      flags.traceUrl !== undefined && !kinds.has('html') && !kinds.has('markdown') ? ['--trace-url'] : [],
      '--report html=FILE or --report markdown=FILE',
    ),
  ];
}

const said = (given: readonly string[], needed: string): string[] =>
  given.length === 0 ? [] : [`${given.join(', ')} ${given.length === 1 ? 'has' : 'have'} no effect without ${needed}`];
