import { AREAS, LEVELS, POWER_EXTENTS } from '../choices.js';
import { type Option, THIS_COMMAND } from '../option.js';

/** The options of what a run checks, and of what decides its verdict. */
export const SELECTION = {
  operations: {
    flag: '--operation <glob>',
    kind: { type: 'texts' },
    group: 'Selection:',
    help: 'check these operations, by id, such as "get*"',
    reproduces: true,
  },
  areas: {
    flag: '--area <area>',
    kind: { type: 'choices', of: AREAS },
    group: 'Selection:',
    help: `check this area: ${AREAS.join(', ')}`,
    reproduces: true,
  },
  rules: {
    flag: '--rule <glob>',
    kind: { type: 'texts' },
    group: 'Selection:',
    help: 'check these rules, by id, such as "paging.*"',
    reproduces: true,
  },
  exclude: {
    flag: '--exclude <glob>',
    kind: { type: 'texts' },
    group: 'Selection:',
    help: 'exclude these rules, checks or operations, by id, such as "sort.*" or "getUsers/**"',
    reproduces: true,
  },
  level: {
    flag: '--level <level>',
    kind: { type: 'choice', of: LEVELS },
    group: 'Selection:',
    help: 'the lowest level to check',
    default: 'gap',
    reproduces: true,
  },
  strict: {
    flag: '--strict',
    kind: { type: 'switch' },
    group: 'Verdict:',
    help: 'fail the run on warnings too (level should)',
    reproduces: true,
  },
  requireDecided: {
    flag: '--require-decided <share>',
    kind: { type: 'percentage' },
    group: 'Verdict:',
    help: 'exit 3 unless this share of the MUST checks is conclusive, such as 95%',
    reproduces: true,
  },
  power: {
    flag: '--power <extent>',
    kind: { type: 'choice', of: POWER_EXTENTS },
    group: 'Verdict:',
    help: 'report which deviations the run would notice, by injecting them into its recorded responses',
    reproduces: true,
  },
  requirePower: {
    flag: '--require-power <share>',
    kind: { type: 'percentage' },
    group: 'Verdict:',
    help: 'exit 3 if the run would notice fewer of the deviations, such as 90%',
    reproduces: true,
  },
  requireOperations: {
    flag: '--require-operation <glob>',
    kind: { type: 'texts' },
    group: 'Verdict:',
    help: 'exit 3 unless these operations are tested',
    reproduces: true,
  },
  baseline: {
    flag: '--baseline <file>',
    kind: { type: 'file' },
    group: 'Accepted differences:',
    help: 'the accepted differences, from `touchstone baseline`',
    reproduces: true,
  },
  allowFixed: {
    flag: '--allow-fixed',
    kind: { type: 'switch' },
    group: 'Accepted differences:',
    help: 'do not fail the run if an accepted difference is no longer found',
    reproduces: true,
  },
  compare: {
    flag: '--compare <file>',
    kind: { type: 'text' },
    group: 'Accepted differences:',
    help: 'an earlier run report: fail the run only if it is worse than that run',
    notInConfig: THIS_COMMAND,
  },
} as const satisfies Readonly<Record<string, Option>>;
