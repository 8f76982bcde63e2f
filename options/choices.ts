import type { Area, Level } from '../contract/types.js';

export const AREAS = ['applications', 'users', 'subscriptions', 'agreements'] as const satisfies readonly Area[];

export const LEVELS = ['must', 'should', 'gap'] as const satisfies readonly Level[];

/** How many requests a run may send: without generated expressions, with some, or with many. */
export const BUDGETS = ['quick', 'standard', 'thorough'] as const;

/** How many deviations are injected into the responses of a run to measure its power. */
export const POWER_EXTENTS = ['sample', 'all'] as const;

/** What a report shows of bodies: all of them, with the values of masked fields replaced, or none. */
export const BODIES = ['full', 'masked', 'none'] as const;

/** The kinds of credential that `touchstone serve` can require. */
export const SERVED_CREDENTIALS = ['bearer', 'basic', 'apiKey', 'oauth2'] as const;

/** The kinds of report that `touchstone prove` writes. */
export const PROOF_REPORT_KINDS = ['json', 'md'] as const;

export const REPORT_KINDS = [
  'json',
  'junit',
  'ctrf',
  'html',
  'markdown',
  'github',
  'sarif',
  'har',
  'badge',
  'shields',
] as const;
