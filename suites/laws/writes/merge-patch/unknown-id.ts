import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import { OperationSlot } from '../../../../engine/session/slot.js';
import { pathParameters } from '../../../../engine/session/world.js';
import type { Others } from '../../../../engine/writes/others.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { MALFORMED_ID, unknownId } from '../../../../generators/ids.js';
import { isUpdate } from '../../applies.js';
import { brief, isSuccess } from '../compare.js';
import { reportStatus } from '../refused.js';
import { otherFlags, otherTexts } from './changes.js';

/** An id that no record has, and another one for a re-run: a target may have created the first one. */
function newUnknownId({ seed, look }: WriteContext): string {
  return unknownId(seed + look);
}

/** An update of an id that no record has, and the other records before it. */
interface UnknownUpdate {
  readonly id: string;
  readonly others: Others;
  readonly answer: Answer;
}

/** By the number of the run of the checks. */
const UPDATES = new OperationSlot<Map<number, Promise<UnknownUpdate>>>();

/** Updates an unknown id, once for all rules: what a target creates then, no operation removes. */
async function updateOfUnknown(context: WriteContext): Promise<UnknownUpdate> {
  const updates = await UPDATES.of(context, async () => new Map());
  const known = updates.get(context.look) ?? updateNew(context);
  updates.set(context.look, known);
  return known;
}

async function updateNew(context: WriteContext): Promise<UnknownUpdate> {
  const id = newUnknownId(context);
  const others = await context.others();
  return { id, others, answer: await updateOf(context, id) };
}

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
    const { id, others, answer } = await updateOfUnknown(context);
    const what = `an update of ${id}, which does not exist,`;
    if (answer.status !== 404 && answer.status !== 400) reportStatus(context, answer, { what, expected: '404 or 400' });
    const read = context.world.operation(context.kind.read);
    const params = Object.fromEntries(pathParameters(read).map(({ name }) => [name, id]));
    const now = await context.ask({}, { operation: read, params });
    if (isSuccess(now)) {
      const message = `${what} created it, and no operation removes it: ${read.title} returned ${now.summary}`;
      context.report(now, { at: 'status', expected: '404', actual: now.summary, message });
    }
    const sent = { ...otherFlags(context, context.record), ...otherTexts(context) };
    for (const changed of isSuccess(answer) ? await others.changed(sent) : []) {
      const [name = ''] = changed.fields;
      const [expected, actual] = [brief(changed.before[name]), brief(changed.now[name])];
      const message = `${what} changed ${changed.fields.join(', ')} of ${changed.id}`;
      context.report(changed.answer, { at: '/items/*', expected, actual, message, spreads: context.kind.id });
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
    const { id, answer } = await updateOfUnknown(context);
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
