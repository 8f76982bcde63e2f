import { isServerError } from '../../../../engine/client/retry.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import { plural } from '../../../../numbers/plural.js';
import { isBulkUpdate } from '../../applies.js';
import { isSuccess } from '../compare.js';
import { reportStatus } from '../refused.js';
import { assertCompleted } from './completed.js';
import { send } from './order.js';
import { assertTakesListed } from './takes-listed.js';
import { areTooMany, byOtherFlags, changedBy, hit, reportOtherFlags, smallestChange } from './wide-changes.js';

/** The scope of all records but the listed ones, as the conventions name it; the document does not show it. */
const ALL_EXCEPT = 'AllExcept';
/** How many records at least must show whether the listed ids are left out. */
const AT_LEAST = 3;
/** The maximum number of ids in a request: how long a request may be is unspecified. */
const MOST_IDS = 500;

/**
 * Lists all records but one: only that one may change. If a target reads the scope otherwise, it may change any record, so
 * this needs all records, like the scope All.
 */
export const scopeExcept: WriteRule = {
  id: 'bulk.scope-except',
  clause: 'bulk.scope-except',
  needs: [],
  records: 'all',
  appliesTo: isBulkUpdate,
  async write(context) {
    const change = smallestChange(context, AT_LEAST);
    const [one] = byOtherFlags(context, change, changedBy(context, change));
    const ids = context.records.map(({ id }) => id).filter((id) => id !== one?.id);
    if (one === undefined) return context.inconclusive('no record can be changed');
    if (ids.length > MOST_IDS) context.inconclusive(`more than ${plural(MOST_IDS, 'id')} would have to be listed`);
    await assertTakesListed(context);
    const { marker, field, value } = change;
    const { answer, end } = await send(context, { scope: ALL_EXCEPT, ids, body: { [marker]: value } });
    const what = `a bulk update with the scope ${ALL_EXCEPT}`;
    if (isServerError(answer)) return reportStatus(context, answer, { what, expected: '202, or a rejection with 400' });
    if (!isSuccess(answer)) context.inconclusive(`${what} returned ${answer.summary}`);
    assertCompleted(context, end, what);
    const isOne = (id: string) => isSameId(id, one.id);
    const { value: changed } = await context.until(
      () => hit(context, change),
      (seen) => seen.length === 1 && seen.every(isOne),
    );
    const others = changed.filter((id) => !isOne(id));
    if (areTooMany(others, changedBy(context, change).length - 1)) {
      const message = `${what} changed ${field} of ${plural(others.length, 'listed record')}, such as ${others[0]}`;
      const at = `/items/*/${field}`;
      return context.report(answer, {
        at,
        expected: `${!value}`,
        actual: `${value}`,
        message,
        spreads: context.kind.id,
      });
    }
    if (!changed.some(isOne)) context.inconclusive(`${what} changed nothing`);
    await reportOtherFlags(context, answer, { change, reached: [one], what });
  },
};
