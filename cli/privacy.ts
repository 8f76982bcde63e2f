import { suggest } from '../engine/target/suggest.js';
import { UsageError } from '../engine/target/usage-error.js';
import { BODIES } from '../options/choices.js';
import { OPTIONS } from '../options/declared.js';
import type { Bodies } from '../reporters/masking/mask-report.js';
import type { Config } from '../schemas/generated/touchstone.js';
import type { Flags } from './flags.js';
import { nameAndValue } from './named-values.js';
import type { Privacy } from './report-kinds.js';

/** The kinds of report that have bodies, as in a config file. */
const KINDS = Object.keys(OPTIONS.bodies.kind.names);

/**
 * What reports show of bodies, from the options and the config file: the modes are merged by kind of report. Throws a
 * UsageError for an unknown kind or mode, and for a place that is not a JSON Pointer.
 */
export function privacyOf(
  { bodies = [], masks }: Pick<Flags, 'bodies' | 'masks'>,
  config: Pick<Config, 'bodies' | 'masks'> = {},
): Privacy {
  const patterns = masks ?? config.masks ?? [];
  for (const pattern of patterns) {
    const hint = "Write a JSON Pointer such as --mask '/items/*/country'.";
    if (!/^\/./.test(pattern)) {
      throw new UsageError(`--mask ${JSON.stringify(pattern)} does not begin with a slash`, hint);
    }
    if (/~(?![01])/.test(pattern)) {
      const escapes = 'In a JSON Pointer, ~0 stands for ~ and ~1 for a slash within a name.';
      throw new UsageError(`--mask ${JSON.stringify(pattern)} contains a ~ that is no escape`, escapes);
    }
  }
  const given = bodies.map((text) => {
    const [kind, mode] = nameAndValue('--bodies', text, 'sarif=full');
    if (!KINDS.includes(kind)) {
      throw new UsageError(`--bodies "${kind}" is not a known kind of report with bodies`, suggest(kind, KINDS));
    }
    return [kind, modeOf(mode)] as const;
  });
  return { bodies: { ...(config.bodies as Privacy['bodies']), ...Object.fromEntries(given) }, patterns };
}

function modeOf(text: string): Bodies {
  const known = BODIES.find((mode) => mode === text);
  if (known !== undefined) return known;
  throw new UsageError(`--bodies mode "${text}" is unknown`, `Use one of ${BODIES.join(', ')}.`);
}
