import { type Defect, family } from '../mutant.js';
import { flags } from './write-hooks.js';

/** An operation, the flag that a bulk update names, and the flag that gets its value. */
const COUPLED = [
  ['bulkUpdateApplications', 'approved', 'singleSignOn'],
  ['bulkUpdateUsers', 'qualified', 'onlineOnly'],
] as const;

/** A flag that no update can set again. */
const enabling: Defect = {
  title: 'a bulk update of onlineOnly also disables or enables the user',
  operation: 'bulkUpdateUsers',
  rule: 'bulk.effect',
  rules: ['bulk.other-flags'],
  hook: (steps) => ({
    applyFlags: (record, given, context) => {
      const changed = steps.applyFlags(record, given, context);
      return 'onlineOnly' in given ? { ...changed, isEnabled: given.onlineOnly } : changed;
    },
  }),
};

/** Defects of a flag that no request names. */
export const coupledFlags = family(
  'coupled-flags',
  [
    ...COUPLED.map(
      ([operation, named, other]): Defect => ({
        title: `a bulk update gives ${other} the value of ${named}`,
        operation,
        rule: 'bulk.effect',
        hook: flags((given) => (named in given && !(other in given) ? { ...given, [other]: given[named] } : given)),
      }),
    ),
    enabling,
  ],
  'writes',
);
