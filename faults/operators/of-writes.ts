import type { Operation } from '../../contract/types.js';
import type { Operator, Site } from '../fault.js';

/** Whether writes have operators of their own in place of one: who is answered, and which ids are known. */
const isReplaced = ({ id }: Operator): boolean => /^(?:credential|unknown-id|malformed-id|refusal)-/.test(id);

/** Which fields a response to an update may lack is unspecified: a client knows the id, which it has sent. */
const isUnspecified = ({ tier }: Operation, operator: Operator, { detail }: Site): boolean =>
  tier !== undefined && detail === 'id' && ['field-absent', 'field-misspelt'].includes(operator.id);

/** An operator of reads, on the writes to which it applies as well; their success may have another status than 200. */
export function ofWrites(operator: Operator): Operator {
  const isOf = ({ tier, success }: Operation) =>
    tier === undefined || (!isReplaced(operator) && (success.status === 200 || operator.id.startsWith('error-')));
  return {
    ...operator,
    sites: (operation) =>
      isOf(operation) ? operator.sites(operation).filter((site) => !isUnspecified(operation, operator, site)) : [],
  };
}
