import type { OwnOption } from '../option.js';

/** For how many days `touchstone baseline` accepts differences by default. */
export const ACCEPTED_DAYS = 90;

/** The options of `touchstone baseline`. */
export const BASELINE = {
  out: {
    flag: '--out <file>',
    kind: { type: 'text' },
    help: 'the new file, YAML or JSON',
    default: 'touchstone.baseline.yaml',
  },
  update: {
    flag: '--update <file>',
    kind: { type: 'text' },
    help: 'update a baseline: add new differences, remove those that are gone, keep the rest',
  },
  reason: {
    flag: '--reason <text>',
    kind: { type: 'sentence', missing: 'Say why the differences are accepted.' },
    help: 'why the differences are accepted; with --update, why the new ones are',
  },
  ticket: { flag: '--ticket <text>', kind: { type: 'text' }, help: 'the ticket that tracks their fix' },
  expires: {
    flag: '--expires <date>',
    kind: { type: 'date' },
    help: 'the last day of acceptance',
    defaultText: `${ACCEPTED_DAYS} days from now`,
  },
} as const satisfies Readonly<Record<string, OwnOption>>;
