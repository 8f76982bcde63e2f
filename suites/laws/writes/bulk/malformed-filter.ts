import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { unknownId } from '../../../../generators/ids.js';
import { MALFORMED_FILTERS } from '../../../../generators/malformed-filters.js';
import { isBulkUpdate } from '../../applies.js';
import { isAboutFilter } from '../../error-messages.js';
import { messageOf } from '../../refusal-problems.js';
import { isSuccess } from '../compare.js';
import { reportStatus } from '../refused.js';
import { ALL, matching } from './filters.js';
import { send } from './order.js';
import { assertTakesListed } from './takes-listed.js';
import { type Change, smallestChange } from './wide-changes.js';

export const malformedFilter: WriteRule = {
  id: 'bulk.malformed-filter',
  clause: 'bulk.malformed-filter',
  needs: [],
  records: 'all',
  appliesTo: isBulkUpdate,
  async write(context) {
    const change = smallestChange(context, 1);
    let isSent = false;
    const rejected: Answer[] = [];
    for (const filter of Object.values(MALFORMED_FILTERS)) {
      if ((await matching(context, filter)) !== null) continue;
      await assertTakesListed(context);
      const body = { scope: ALL, filter, body: { [change.marker]: change.value } };
      const { answer } = await send(context, body);
      isSent = true;
      if (answer.status === 400) {
        rejected.push(answer);
        continue;
      }
      reportStatus(context, answer, { what: `a bulk update with the malformed filter ${filter}`, expected: '400' });
      return;
    }
    if (!isSent) context.inconclusive('the list accepts every malformed filter');
    await reportMessage(context, change, rejected);
  },
};

/** Reports messages that are not about a filter, although those of the list for the same filters are. */
async function reportMessage(
  context: WriteContext,
  { marker, value }: Change,
  rejected: readonly Answer[],
): Promise<void> {
  const operation = context.world.operation(context.kind.list);
  const isMissing = (answer: Answer) => !isAboutFilter(messageOf(answer) ?? '');
  const [first] = rejected;
  // A message may be about one mistake only, or be left out.
  if (first === undefined || !rejected.every((one) => messageOf(one) !== null && isMissing(one))) return;
  const filters = Object.values(MALFORMED_FILTERS);
  const listed = await Promise.all(filters.map((filter) => context.ask({ filter }, { operation, params: {} })));
  if (listed.some((answer) => answer.status === 400 && isMissing(answer))) return;
  // A target may take no filter here at all, or not with this flag alone.
  const body = { scope: ALL, filter: `id -eq '${unknownId(context.seed)}'`, body: { [marker]: value } };
  if (!isSuccess((await send(context, body)).answer)) return;
  const message =
    'no message of a 400 for a malformed filter of a bulk update is about the filter, as those of the list are';
  const actual = messageOf(first);
  context.report(first, { at: '/error/message', expected: 'a message about the filter', actual, message });
}
