import { both, stored } from '../../hooks.js';
import { Refusal } from '../../refusal.js';
import { type Defect, family } from '../mutant.js';

/** An update, the records it changes, one of their flags, and the value that it rejects. */
const REJECTED = [
  ['updateApplication', 'applications', 'singleSignOn', false],
  ['updateApplication', 'applications', 'sanctioned', true],
  ['updateUser', 'users', 'isQualified', false],
  ['updateUser', 'users', 'isOnline', true],
] as const;

/** Defects that reject the value that all records have of a flag. */
export const rejectedFlags = family(
  'rejected-flags',
  REJECTED.map(
    ([operation, records, flag, value]): Defect => ({
      title: `updates of ${records} reject ${value} for ${flag}, which all have`,
      operation,
      rule: 'updates.own-flags',
      hook: both(
        stored((record) => (flag in record ? { ...record, [flag]: value } : record)),
        (steps) => ({
          applyPatch: (record, patch, context) => {
            const patched = steps.applyPatch(record, patch, context);
            if (context.operation.id === operation && patched[flag] === value)
              throw new Refusal(400, `${flag} can't be blank`);
            return patched;
          },
        }),
      ),
    }),
  ),
  'writes',
);
