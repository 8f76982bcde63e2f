import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { WriteContext, WriteRequest } from '../../../../engine/writes/write-context.js';
import { withEmptyTexts, withNulls } from '../../../../generators/bodies/broken-bodies.js';
import type { JsonObject } from '../../../../generators/bodies/json-object.js';
import { rawBodies } from '../../../../generators/bodies/raw-bodies.js';
import { unknownId } from '../../../../generators/ids.js';
import { isUpdate } from '../../applies.js';
import { sameValue } from '../../same-value.js';
import { brief, differingFields, isSuccess } from '../compare.js';
import { readUnchanged, reportStatus } from '../refused.js';
import { flagFields, textFields } from './changes.js';
import { fullState } from './states.js';

const MEDIA_TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'application/xml', null];

/** A request that is not documented. */
interface Hostile {
  readonly what: string;
  readonly request: WriteRequest;
  /** Fields that it may change if it is accepted. */
  readonly free: readonly string[];
  /** Values that it stores, or leaves as they are, if it is accepted, by field. */
  readonly given?: Readonly<Record<string, string>>;
  /** A success cannot be right: the body says nothing. */
  readonly mustFail?: boolean;
  /** The field of the member that is null. */
  readonly removed?: string;
}

/**
 * Requests that only contain values that the record already has, so a target that accepts one changes nothing. Members
 * that are null are removed by a target that follows RFC 7396.
 */
function hostileRequests(context: WriteContext, body: JsonObject): Hostile[] {
  const { members } = context.kind;
  const nulls = withNulls(body).map(({ what, pointer, body: one }) => ({
    what: `a body with ${what}`,
    request: { body: one },
    free: Object.entries(members).flatMap(([at, name]) => (at.startsWith(pointer) ? [name] : [])),
    ...(members[pointer] === undefined ? {} : { removed: members[pointer] }),
  }));
  const odd: JsonObject = { x_touchstone: { deep: [1] }, constructor: 1, $set: { x: 1 } };
  const all = [
    ...rawBodies(body).map(({ what, text, isNoJson = false }) => ({
      ...{ what, request: { rawBody: text }, free: [] },
      ...(isNoJson && { mustFail: isNoJson }),
    })),
    ...MEDIA_TYPES.map((mediaType) => ({
      what: mediaType === null ? 'a body without a media type' : `a body as ${mediaType}`,
      request: { body, mediaType },
      free: [],
    })),
    { what: 'an empty object', request: { body: {} }, free: [] },
    ...withoutReference(context, body),
    ...withUnknownReference(context, body),
    { what: 'a body with unknown members', request: { body: { ...body, ...odd } }, free: [] },
  ];
  return [...all, ...nulls];
}

/** Bodies with an empty text in place of each reference to another record, or to a category. */
function withoutReference(context: WriteContext, body: JsonObject): Hostile[] {
  const texts = textFields(context);
  const empty = withEmptyTexts(body).filter(({ pointer }) => !texts.includes(context.kind.members[pointer] ?? ''));
  return empty.map(({ what, pointer, body: one }) => ({
    what: `a body with ${what}`,
    request: { body: one },
    free: [context.kind.members[pointer] ?? ''],
  }));
}

/** Bodies with the id of no record in place of each id of another record: a target may accept it, and store it. */
function withUnknownReference({ kind, seed }: WriteContext, body: JsonObject): Hostile[] {
  const ids = Object.values(kind.copies).map(({ id }) => id);
  return Object.entries(kind.members).flatMap(([pointer, name]) => {
    const member = pointer.slice(1);
    if (!ids.includes(name) || !(member in body)) return [];
    const id = unknownId(seed);
    const what = `a body with the id of no record as ${pointer}`;
    return [{ what, request: { body: { ...body, [member]: id } }, free: [name], given: { [name]: id } }];
  });
}

/** Whether reads still show the value of a field up to the consistency window after a null for it was accepted. */
async function isKept(context: WriteContext, name: string, was: unknown): Promise<boolean> {
  const { held } = await context.until(
    () => context.read(context.record),
    (now) => !sameValue(name, now[name], was),
  );
  return !held;
}

/** null removes a value; some servers store its name instead. */
const isWordForNull = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:null|none|undefined)$/i.test(value);

export const hostileBodies: WriteRule = {
  id: 'updates.hostile-bodies',
  clause: 'updates.hostile-bodies',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    let before: JsonRecord = await fullState(context);
    // What accepted requests may have changed, and reads have not shown yet.
    const late = new Set<string>();
    // Fields that a null did not change, though RFC 7396 removes their values, or defaults replace them.
    const kept = new Set<string>();
    let isReported = false;
    for (const { what, request, free, given = {}, mustFail = false, removed } of hostileRequests(
      context,
      context.patchFor({ ...record, before }),
    )) {
      const answer = await context.send({ record, ...request });
      if (answer.status >= 500) reportStatus(context, answer, { what, expected: 'no 5xx' });
      if (mustFail && isSuccess(answer)) reportStatus(context, answer, { what, expected: '400' });
      for (const name of isSuccess(answer) ? free : []) late.add(name);
      const was = removed === undefined ? null : before[removed];
      if (!isReported && isSuccess(answer) && removed !== undefined && (was ?? '') !== '') {
        if (await isKept(context, removed, was)) kept.add(removed);
        // One flag alone may be set by default.
        isReported = typeof was === 'boolean' ? flagFields(context).every((name) => kept.has(name)) : kept.has(removed);
        const message = `${what} returned ${answer.summary} and did not remove ${removed}`;
        const difference = { at: `/${removed}`, expected: 'no value, or a rejection', actual: brief(was), message };
        if (isReported) context.report(answer, difference);
      }
      const allowed = [...late, ...context.kind.follows];
      const now = await readUnchanged(context, record, before, allowed);
      const names = differingFields(now, context.watched(before));
      for (const name of names.filter((one) => !allowed.includes(one) || isWordForNull(now[one]))) {
        const [expected, actual] = [brief(before[name]), brief(now[name])];
        const message = `${what} returned ${answer.summary} and changed ${name} from ${expected} to ${actual}`;
        context.report(answer, { at: `/${name}`, expected, actual, message });
      }
      for (const [name, value] of isSuccess(answer) ? Object.entries(given) : []) {
        const isEither = (read: JsonRecord) => [value, before[name]].some((one) => sameValue(name, read[name], one));
        if (isEither(now)) continue;
        // A replica that is behind may show a value from before an earlier update.
        const { value: later, held } = await context.until(() => context.read(record), isEither);
        if (held) continue;
        const message = `${what} returned ${answer.summary}, and reads show ${brief(later[name])} as ${name}`;
        const expected = `${value}, or ${brief(before[name])} as before`;
        context.report(answer, { at: `/${name}`, expected, actual: brief(later[name]), message });
      }
      if (names.length === 0) continue;
      before = await fullState(context);
      late.clear();
    }
  },
};
