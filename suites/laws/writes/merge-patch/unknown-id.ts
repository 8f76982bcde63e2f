import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import { pathParameters } from '../../../../engine/session/world.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { MALFORMED_ID, unknownId } from '../../../../generators/ids.js';
import { isUpdate } from '../../applies.js';
import { brief, isSuccess } from '../compare.js';
import { reportStatus } from '../refused.js';
import { otherFlags, otherTexts } from './changes.js';

/** Sends a valid update of an id that no record has, with values that no other record is likely to have. */
function updateOf(context: WriteContext, id: string): Promise<Answer> {
  const { record, operation } = context;
  const params = Object.fromEntries(pathParameters(operation).map(({ name }) => [name, id]));
  return context.send({
    params,
    body: context.patchFor(record, { ...otherFlags(context, record), ...otherTexts(context) }),
  });
}

export const unknown: WriteRule = {
  id: 'updates.unknown-id',
  clause: 'updates.unknown-id',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    const id = unknownId(context.seed);
    const others = await context.others();
    const answer = await updateOf(context, id);
    const what = `an update of ${id}, which does not exist,`;
    if (answer.status !== 404 && answer.status !== 400) reportStatus(context, answer, { what, expected: '404 or 400' });
    const read = context.world.operation(context.kind.read);
    const params = Object.fromEntries(pathParameters(read).map(({ name }) => [name, id]));
    const now = await context.ask({}, { operation: read, params });
    if (isSuccess(now)) {
      const message = `${what} created it: ${read.title} returned ${now.summary}`;
      context.report(now, { at: 'status', expected: '404', actual: now.summary, message });
    }
    const sent = { ...otherFlags(context, context.record), ...otherTexts(context) };
    for (const changed of isSuccess(answer) ? await others.changed(sent) : []) {
      const [name = ''] = changed.fields;
      const [expected, actual] = [brief(changed.before[name]), brief(changed.now[name])];
      const message = `${what} changed ${changed.fields.join(', ')} of ${changed.id}`;
      context.report(changed.answer, { at: '/items/*', expected, actual, message });
    }
  },
};

export const unknown404: WriteRule = {
  id: 'updates.unknown-id-404',
  clause: 'updates.unknown-id-404',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    const id = unknownId(context.seed);
    const answer = await updateOf(context, id);
    // updates.unknown-id reports any status other than 400 and 404.
    if (answer.status === 400) reportStatus(context, answer, { what: `an update of ${id}`, expected: '404' });
  },
};

export const malformedId: WriteRule = {
  id: 'errors.writes-malformed-id',
  clause: 'errors.malformed-id',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    const answer = await updateOf(context, MALFORMED_ID);
    if (answer.status === 400 || answer.status === 404) return;
    reportStatus(context, answer, { what: `an update of ${MALFORMED_ID}`, expected: '400 or 404' });
  },
};
