import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { Others } from '../../../../engine/writes/others.js';
import type { WriteContext, WriteRequest } from '../../../../engine/writes/write-context.js';
import { NEEDS_SCOPE_ALL } from '../../../../engine/writes/write-reach.js';
import { withNulls, withoutMembers, withWrongTypes } from '../../../../generators/bodies/broken-bodies.js';
import { rawBodies } from '../../../../generators/bodies/raw-bodies.js';
import { plural } from '../../../../numbers/plural.js';
import { isBulkUpdate } from '../../applies.js';
import { brief, differingFields, type Expected, isSuccess, ownFields } from '../compare.js';
import { readUnchanged, reportDamage, reportStatus } from '../refused.js';
import { allFlags, bodyOf, type Flags, fieldsOfFlags, order, sendOnce, validBody } from './order.js';

/** How often an accepted malformed bulk update is sent to see whether it changes other records. */
const ROUNDS = 3;

/** A request with one mistake, and its description. */
interface Broken {
  readonly what: string;
  readonly request: WriteRequest;
  /** It does not select its records correctly, so it may change all of them. */
  readonly wide: boolean;
}

/**
 * Clears all flags of the check's records, so that flags set by a malformed body show, or sets them; returns the first
 * record. A read of an earlier state may have the same flags, and other values of its other fields.
 */
async function begin(context: WriteContext, value = false): Promise<JsonRecord> {
  const { record, records } = context;
  const flags = allFlags(context, value);
  await order(context, { ids: records.map(({ id }) => id), flags });
  const set = fieldsOfFlags(context, flags);
  const whole = { ...ownFields(context, record), ...set };
  const { value: read } = await context.until(
    () => context.read(record),
    // After a finding, its fields may keep other values than their own.
    (now) => differingFields(now, context.evidence.length > 0 ? set : whole).length === 0,
  );
  return read;
}

/** Gives a previously rejected bulk update the time to take effect, by completing one of another record. */
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
    // Some servers apply a bulk update without a scope to all records.
    const names = context.allowsScopeAll ? ['scope', 'body'] : ['body'];
    for (const name of names) {
      const before = await begin(context);
      const others = await context.others();
      const { [name]: _left, ...body } = validBody(context) as Record<string, unknown>;
      const answer = await sendOnce(context, { body });
      const what = `a bulk update without ${name}`;
      if (answer.status !== 400) reportStatus(context, answer, { what, expected: '400' });
      await letPass(context, allFlags(context, true));
      await reportDamage(context, context.record, { before, answer, what });
      const sent = fieldsOfFlags(context, allFlags(context, true));
      for (const id of isSuccess(answer) ? await hitOthers(others, sent) : []) {
        const message = `${what} changed ${id}, which it does not list`;
        context.report(answer, {
          at: '/items/*',
          expected: 'no change',
          actual: id,
          message,
          spreads: context.kind.id,
        });
      }
    }
    if (!context.allowsScopeAll) context.inconclusive(NEEDS_SCOPE_ALL);
  },
};

/** Bulk updates with one mistake each; the only record that they can mean is the first one. */
function brokenOrders(context: WriteContext): Broken[] {
  const valid = validBody(context);
  const without = withoutMembers(valid).filter(({ pointer }) => pointer === '/ids');
  const members = [...without, ...withWrongTypes(valid), ...withNulls(valid)].map(({ what, pointer, body }) => ({
    what,
    body,
    wide: !pointer.startsWith('/body'),
  }));
  const values = [
    { what: 'a scope that does not exist', body: { ...valid, scope: 'touchstone' }, wide: true },
    { what: 'an empty scope', body: { ...valid, scope: '' }, wide: true },
    { what: 'empty ids', body: { ...valid, ids: [] }, wide: true },
    { what: 'ids that are not strings', body: { ...valid, ids: [1, null] }, wide: true },
    // A lenient target splits such a text at its commas.
    { what: 'ids as a text with an id', body: { ...valid, ids: valid.ids.join(',') }, wide: true },
    { what: 'an id that is not a UUID', body: { ...valid, ids: ['touchstone'] }, wide: true },
    {
      what: 'a known id and one that is not a UUID',
      body: { ...valid, ids: [...valid.ids, 'touchstone'] },
      wide: false,
    },
    { what: 'a known id and a number', body: { ...valid, ids: [...valid.ids, 1] }, wide: true },
    { what: 'a filter that is null', body: { ...valid, filter: null }, wide: true },
    { what: 'no flags', body: { ...valid, body: {} }, wide: false },
  ];
  // It comes last: if the list ignores the malformed filter, it is not sent, and the check ends there.
  const filtered = {
    what: 'a bulk update with a malformed filter',
    request: { body: { ...valid, filter: '((' } },
    wide: true,
  };
  return [
    ...[...members, ...values].map(({ what, body, wide }) => ({
      what: what.startsWith('without') ? `a bulk update ${what}` : `a bulk update with ${what}`,
      request: { body },
      wide,
    })),
    { what: 'a bulk update as text/plain', request: { body: valid, mediaType: 'text/plain' }, wide: false },
    ...rawBodies(valid).map(({ what, text }) => ({
      what: `a bulk update with ${what}`,
      request: { rawBody: text },
      wide: true,
    })),
    filtered,
  ];
}

/**
 * Other records that a bulk update changed: they have exactly the values that it sends. A change of a single record out
 * of many may come from another client.
 */
async function hitOthers(others: Others, sent: Expected): Promise<string[]> {
  const changed = await others.changed(sent);
  const hit = changed.filter(({ now }) => differingFields(now, sent).length === 0).map(({ id }) => id);
  return hit.length > 1 || others.count === 1 ? hit : [];
}

/**
 * Sends a malformed bulk update and looks for other records that it changed. Another check may restore a record at the
 * same time and hide the change, so an accepted one that may apply to all is sent a few times before it counts as
 * harmless.
 */
async function sendBroken(context: WriteContext, { request, wide }: Broken, sent: Expected) {
  let answer = null;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const others = wide ? await context.others() : null;
    answer = await sendOnce(context, request);
    const hit = others !== null && isSuccess(answer) ? await hitOthers(others, sent) : [];
    if (hit.length > 0 || others === null || !isSuccess(answer)) return { answer, hit };
  }
  return answer === null ? context.inconclusive('no request was sent') : { answer, hit: [] };
}

export const hostileBodies: WriteRule = {
  id: 'bulk.hostile-bodies',
  clause: 'bulk.hostile-bodies',
  needs: [],
  records: 2,
  long: true,
  appliesTo: isBulkUpdate,
  async write(context) {
    let before = await begin(context);
    const sent = fieldsOfFlags(context, allFlags(context, true));
    const orders = brokenOrders(context);
    const unsent = context.allowsScopeAll ? [] : orders.filter(({ wide }) => wide);
    for (const broken of orders.filter((one) => !unsent.includes(one))) {
      const { what, request } = broken;
      const { answer, hit } = await sendBroken(context, broken, sent);
      if (answer.status >= 500) reportStatus(context, answer, { what, expected: 'no 5xx' });
      const now = isSuccess(answer)
        ? await context.read(context.record)
        : await readUnchanged(context, context.record, before);
      const names = context.differing(before, now);
      let wrong = names.filter((one) => !isSuccess(answer) || !mayChange(request, one, context));
      if (wrong.length > 0) {
        // What an accepted bulk update or another client changes late shows at the next request, whatever that is.
        before = await begin(context);
        await sendOnce(context, request);
        const again = context.differing(before, await readUnchanged(context, context.record, before));
        wrong = wrong.filter((one) => again.includes(one));
      }
      for (const name of wrong) {
        const [was, is] = [brief(before[name]), brief(now[name])];
        const message = `${what} returned ${answer.summary} and changed ${name} from ${was} to ${is}`;
        context.report(answer, { at: `/${name}`, expected: was, actual: is, message });
      }
      for (const id of hit) {
        const message = `${what} returned ${answer.summary} and changed ${id}, which it does not list`;
        context.report(answer, {
          at: '/items/*',
          expected: 'no change',
          actual: id,
          message,
          spreads: context.kind.id,
        });
      }
      // What an accepted one changes may show only when the next one is rejected.
      const isPending = isSuccess(answer) && Object.keys(sent).some((name) => mayChange(request, name, context));
      if (names.length > 0 || isPending) before = await begin(context);
    }
    if (unsent.length > 0 && context.last !== undefined) {
      const what = unsent.map((one) => one.what.replace('a bulk update ', '')).join('; ');
      const value = `${unsent.length} of ${plural(orders.length, 'bulk update')} not sent without --allow-scope-all: ${what}`;
      context.observe(context.last, value);
    }
  },
};

/** A bulk update without flags of records with all flags set: one that resets what is absent shows only there. */
export const noFlags: WriteRule = {
  id: 'bulk.no-flags',
  clause: 'bulk.hostile-bodies',
  needs: [],
  records: 1,
  appliesTo: isBulkUpdate,
  async write(context) {
    const before = await begin(context, true);
    const answer = await sendOnce(context, { body: bodyOf(context, [context.record.id], {}) });
    const what = 'a bulk update without flags';
    if (answer.status >= 500) reportStatus(context, answer, { what, expected: 'no 5xx' });
    await reportDamage(context, context.record, { before, answer, what });
  },
};

/** An accepted body that selects its records as documented may set its valid flags, whatever else is wrong with it. */
function mayChange({ body }: WriteRequest, field: string, { kind, record }: WriteContext): boolean {
  const { scope, ids = [], body: flags } = (body ?? {}) as Readonly<Record<string, unknown>>;
  // A target that takes what is no id for an unknown one still updates the record.
  const isTyped =
    typeof scope === 'string' &&
    Array.isArray(ids) &&
    (ids.includes(record.id) || ids.every((id) => typeof id === 'string'));
  if (!isTyped || typeof flags !== 'object' || flags === null) return false;
  return Object.entries(flags).some(([name, value]) => kind.bulk.flags[name] === field && value === true);
}
