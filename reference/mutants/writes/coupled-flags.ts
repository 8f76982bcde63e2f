import { type Defect, family } from '../mutant.js';
import { flags } from './write-hooks.js';

/** An operation, the flag that a bulk update names, and the flag that gets its value. */
const COUPLED = [
  ['bulkUpdateApplications', 'approved', 'singleSignOn'],
  ['bulkUpdateUsers', 'qualified', 'onlineOnly'],
] as const;

/** Defects of a flag that no request names. */
export const coupledFlags = family(
  'coupled-flags',
  COUPLED.map(
    ([operation, named, other]): Defect => ({
      title: `a bulk update gives ${other} the value of ${named}`,
      operation,
      rule: 'bulk.effect',
      hook: flags((given) => (named in given && !(other in given) ? { ...given, [other]: given[named] } : given)),
    }),
  ),
  'writes',
);
