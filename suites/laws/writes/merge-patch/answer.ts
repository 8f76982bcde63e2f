import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import { OF_SOME_RECORDS } from '../../../../engine/writes/own-values.js';
import { smallChange } from '../../../../engine/writes/small-change.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isUpdate } from '../../applies.js';
import { sameValue } from '../../same-value.js';
import { isSuccess, recordOf } from '../compare.js';
import { reportShape } from '../shape.js';
import { update, updateAgain } from './changes.js';
import { references } from './references.js';

/** The possible cause of a 400 for a body with all documented members, each with the value of the record. */
function refusedBody(context: WriteContext, { summary }: Answer): string {
  const members = Object.keys(context.patchFor(context.record)).join(', ');
  const may = `it may require members that the document does not list, in addition to ${members}`;
  return `the target rejected every documented update body with ${summary}: ${may}`;
}

export const mediaType: WriteRule = {
  id: 'updates.media-type',
  clause: 'updates.media-type',
  needs: [],
  records: 1,
  unproven: true,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    const answer = await updateAgain(context, record);
    if (answer.status < 400) return;
    let message = `an update with the record's own values as application/merge-patch+json returned ${answer.summary}`;
    // A rule of the target may exclude what the record holds, or somebody has locked it.
    if (OF_SOME_RECORDS.includes(answer.status) && (await context.acceptsOwnValues()) === true) return;
    if (answer.status === 400) {
      // A 400 may be due to the body; it is due to the media type if the same body is accepted with another one. The
      // second one changes nothing in any case, which a target may reject.
      const body = context.patchFor(record);
      const asJson = await context.send({ record, body, mediaType: 'application/json' });
      const again = isSuccess(asJson) ? await context.send({ record, body, mediaType: 'application/json' }) : asJson;
      if (!isSuccess(again)) context.inconclusive(`${refusedBody(context, answer)} (see updates.answer)`);
      message = `updates as application/merge-patch+json returned 400, but ${asJson.summary} as application/json`;
    }
    context.report(answer, { at: 'status', expected: '200', actual: answer.summary, message });
  },
};

/**
 * The response to an update that changes something: a target may reject one that changes nothing. Not sent if the target may
 * reject what the record holds, which could not be restored then.
 */
async function changed(context: WriteContext, own: Answer): Promise<Answer> {
  const { kind, record } = context;
  if ((await context.acceptsOwnValues(record.before)) !== true) return own;
  const answer = await update(context, record, smallChange(kind, context.watched(record.before)));
  return isSuccess(answer) ? answer : own;
}

/** Reports an update that is rejected for every record: a rule of the target may exclude what one of them holds. */
async function reportRejected(context: WriteContext, given: Answer): Promise<void> {
  const accepts = await context.acceptsOwnValues();
  if (accepts === true)
    context.inconclusive('the target rejects updates of the record with 400, but not those of others');
  if (accepts === null) context.inconclusive('too few records show whether the target rejects every update with 400');
  const { owners } = await references(context);
  if (context.operation.area === 'applications' && owners.length === 0)
    context.inconclusive('the target has no enabled user, so that no value of primaryOwnerId may be valid');
  const message = refusedBody(context, given);
  context.report(given, { at: 'status', expected: '200', actual: given.summary, message });
}

export const answer: WriteRule = {
  id: 'updates.answer',
  clause: 'updates.answer',
  needs: [],
  records: 1,
  unproven: true,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    const own = await update(context, record);
    const given = own.status === 400 ? await changed(context, own) : own;
    if (given.status === 400) return reportRejected(context, given);
    if (given.status > 400) context.inconclusive(`an update returned ${given.summary} (see updates.media-type)`);
    await reportShape(context, given);
    const updated = recordOf(given);
    const renamed = Object.keys(updated ?? {}).find((name) => name !== 'id' && name.toLowerCase() === 'id');
    if (updated !== null && !('id' in updated) && renamed !== undefined) {
      const message = `the record in the response to an update has ${renamed} in place of id`;
      context.report(given, { at: `/${renamed}`, expected: 'id', actual: renamed, message });
    }
    // Which fields may be absent is unspecified.
    if (typeof updated?.id !== 'string' || sameValue('id', updated.id, record.id)) return;
    const message = `an update of the record ${record.id} returned the record ${String(updated.id)}`;
    context.report(given, { at: '/id', expected: record.id, actual: updated.id, message });
  },
};
