import type { JsonRecord } from '../../../../engine/page.js';
import type { WriteRule } from '../../../../engine/rule.js';
import type { WriteContext, WriteRequest } from '../../../../engine/writes/write-context.js';
import { withNulls, withoutMembers, withWrongTypes } from '../../../../generators/bodies/broken-bodies.js';
import { rawBodies } from '../../../../generators/bodies/raw-bodies.js';
import { isBulkUpdate } from '../../applies.js';
import { brief, isSuccess } from '../compare.js';
import { reportDamage, reportStatus } from '../refused.js';
import { allFlags, bodyOf, type Flags, fieldsOfFlags, order, sendOnce } from './order.js';

/** A request that is wrong in one way, in a few words. */
interface Broken {
  readonly what: string;
  readonly request: WriteRequest;
}

/** A bulk update of the check's first record, that sets all flags. */
function validBody(context: WriteContext) {
  return bodyOf(context, [context.record.id], allFlags(context, true));
}

/** Takes all flags off the check's records, so that what a broken body sets shows; answers the first as it is then. */
async function begin(context: WriteContext): Promise<JsonRecord> {
  await order(context, { ids: context.records.map(({ id }) => id), flags: allFlags(context, false) });
  const off = fieldsOfFlags(context, allFlags(context, false));
  const { value } = await context.until(
    () => context.read(context.record),
    (read) => Object.entries(off).every(([name, flag]) => read[name] === flag),
  );
  return value;
}

/** Waits until whatever was refused before has had its time: a bulk update of another record is carried out. */
async function letPass(context: WriteContext, flags: Flags): Promise<void> {
  const [, second] = context.records;
  if (second !== undefined) await order(context, { ids: [second.id], flags });
}

export const requiredMembers: WriteRule = {
  id: 'bulk.required-members',
  clause: 'bulk.required-members',
  needs: [],
  records: 2,
  appliesTo: isBulkUpdate,
  async write(context) {
    for (const name of ['scope', 'body']) {
      const before = await begin(context);
      const others = await context.others();
      const { [name]: _left, ...body } = validBody(context) as Record<string, unknown>;
      const answer = await sendOnce(context, { body });
      const what = `a bulk update without ${name}`;
      if (answer.status !== 400) reportStatus(context, answer, { what, expected: '400' });
      await letPass(context, allFlags(context, true));
      await reportDamage(context, context.record, { before, answer, what });
      const sent = fieldsOfFlags(context, allFlags(context, true));
      for (const { id, fields } of isSuccess(answer) ? await others.changed(sent) : []) {
        const message = `${what} changes ${fields.join(', ')} of ${id}, which it does not list`;
        context.report(answer, { at: '/items/*', expected: 'no change', actual: id, message });
      }
    }
  },
};

/** Bulk updates that are wrong in one way each, of which none but the first record can be meant. */
function brokenOrders(context: WriteContext): Broken[] {
  const valid = validBody(context);
  const required = ['/scope', '/body'];
  const without = withoutMembers(valid).filter(({ pointer }) => pointer === '/ids');
  return [
    ...[...without, ...withWrongTypes(valid)]
      .filter(({ what }) => !required.some((pointer) => what === `without ${pointer}`))
      .map(({ what, body }) => ({ what: `a bulk update with ${what}`, request: { body } })),
    ...withNulls(valid).map(({ what, body }) => ({ what: `a bulk update with ${what}`, request: { body } })),
    { what: 'a bulk update with a scope that does not exist', request: { body: { ...valid, scope: 'touchstone' } } },
    { what: 'a bulk update with an empty scope', request: { body: { ...valid, scope: '' } } },
    { what: 'a bulk update with empty ids', request: { body: { ...valid, ids: [] } } },
    { what: 'a bulk update with ids that are no texts', request: { body: { ...valid, ids: [1, null] } } },
    { what: 'a bulk update with an id that is no UUID', request: { body: { ...valid, ids: ['touchstone'] } } },
    { what: 'a bulk update without flags', request: { body: { ...valid, body: {} } } },
    { what: 'a bulk update with a malformed filter', request: { body: { ...valid, filter: '((' } } },
    ...rawBodies(valid).map(({ what, text }) => ({ what: `a bulk update with ${what}`, request: { rawBody: text } })),
  ];
}

export const hostileBodies: WriteRule = {
  id: 'bulk.hostile-bodies',
  clause: 'bulk.hostile-bodies',
  needs: [],
  records: 2,
  appliesTo: isBulkUpdate,
  async write(context) {
    let before = await begin(context);
    const sent = fieldsOfFlags(context, allFlags(context, true));
    const others = await context.others();
    for (const { what, request } of brokenOrders(context)) {
      const answer = await sendOnce(context, request);
      if (answer.status >= 500) reportStatus(context, answer, { what, expected: 'no 5xx' });
      const now = await context.read(context.record);
      const names = context.differing(before, now);
      for (const name of names.filter((one) => !mayChange(request, one, context))) {
        const [was, is] = [brief(before[name]), brief(now[name])];
        const message = `${what} is answered with ${answer.summary} and changes ${name} from ${was} to ${is}`;
        context.report(answer, { at: `/${name}`, expected: was, actual: is, message });
      }
      for (const { id, fields } of isSuccess(answer) ? await others.changed(sent) : []) {
        const message = `${what} is answered with ${answer.summary} and changes ${fields.join(', ')} of ${id}`;
        context.report(answer, { at: '/items/*', expected: 'no change', actual: id, message });
      }
      if (names.length > 0) before = await begin(context);
    }
  },
};

/** Flags of a body that are as they should be may be set, whatever else is wrong about it, where it is taken. */
function mayChange({ body }: WriteRequest, field: string, { kind }: WriteContext): boolean {
  const flags = (body as { readonly body?: unknown } | undefined)?.body;
  if (typeof flags !== 'object' || flags === null) return false;
  return Object.entries(flags).some(([name, value]) => kind.bulk.flags[name] === field && value === true);
}
