import type { OwnOption } from '../option.js';

/** The rate of a soak without `--rps`, in requests per second: hardly any target notices it. */
export const SOAK_RPS = 10;

/** The options of `touchstone soak` in addition to those of a run. */
export const SOAK = {
  for: {
    flag: '--for <time>',
    kind: { type: 'duration' },
    help: 'how long to send requests: 90s, 10m or 6h',
    default: 600_000,
    defaultText: '10m',
  },
  yes: {
    flag: '--yes',
    kind: { type: 'switch' },
    help: 'do not ask for confirmation of the host',
  },
} as const satisfies Readonly<Record<string, OwnOption>>;
