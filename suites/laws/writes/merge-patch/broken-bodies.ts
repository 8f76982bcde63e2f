import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import { fieldsOfPatch } from '../../../../engine/writes/record-fields.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { type BrokenBody, withoutMembers, withWrongTypes } from '../../../../generators/bodies/broken-bodies.js';
import { isUpdate } from '../../applies.js';
import { sameValue } from '../../same-value.js';
import { brief, differingFields, type Expected, isSuccess, readUntil } from '../compare.js';
import { reportDamage, reportStatus } from '../refused.js';
import { flagFields } from './changes.js';
import { clearedState, emptierState, fullerState, fullState, missingReferences } from './states.js';

/**
 * Sends a body, a second time if it returns 404: on a live target the record may have been away for a moment, so only a
 * 404 between two reads of the record counts.
 */
async function send(context: WriteContext, { body }: Pick<BrokenBody, 'body'>): Promise<Answer> {
  const answer = await context.send({ record: context.record, body });
  if (answer.status !== 404) return answer;
  await context.read(context.record);
  const again = await context.send({ record: context.record, body });
  await context.read(context.record);
  return again;
}

/** Brings the record of a check into the state from which a body starts. */
type Start = (context: WriteContext) => Promise<JsonRecord>;

/** A body that was sent: the record before it, the response, and the body in words. */
interface Sent {
  readonly before: JsonRecord;
  readonly answer: Answer;
  readonly what: string;
}

/** Reports a rejection that is not a 400 or changed something; returns the state from which the next body starts. */
async function stateAfter(
  context: WriteContext,
  { before, answer, what }: Sent,
  start: Start = fullState,
): Promise<JsonRecord> {
  if (answer.status !== 400) reportStatus(context, answer, { what, expected: '400' });
  const now = await reportDamage(context, context.record, { before, answer, what });
  return differingFields(now, context.watched(before)).length > 0 ? start(context) : before;
}

export const requiredMembers: WriteRule = {
  id: 'updates.required-members',
  clause: 'updates.required-members',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    const references = await missingReferences(context);
    const isTaken = await sendWithout(context, emptierState(context), references);
    // Some flags may be reset by others that are set.
    if (isTaken && context.evidence.length === 0) await sendWithout(context, fullerState(context), references);
  },
};

/** Sends a body without each of its members; returns whether the target accepts one. */
async function sendWithout(context: WriteContext, state: Expected, references: Expected): Promise<boolean> {
  let before = await fullState(context, references);
  let isTaken = false;
  for (const broken of withoutMembers(context.patchFor(context.record, { ...references, ...state }))) {
    const answer = await send(context, broken);
    const what = `a body ${broken.what}`;
    if (isSuccess(answer)) {
      isTaken = true;
      await reportMerge(context, { broken, before, answer, what });
      before = await fullState(context, references);
    } else before = await stateAfter(context, { before, answer, what }, (own) => fullState(own, references));
  }
  return isTaken;
}

interface Merge extends Sent {
  readonly broken: BrokenBody;
}

/** An accepted body without a member must change the members it contains and leave the rest unchanged (RFC 7396). */
async function reportMerge(context: WriteContext, { broken, before, answer, what }: Merge): Promise<void> {
  const { follows } = context.kind;
  const expected = { ...context.watched(before), ...fieldsOfPatch(context.kind, broken.body) };
  const compared = Object.fromEntries(Object.entries(expected).filter(([name]) => !follows.includes(name)));
  const { value: now } = await readUntil(context, context.record, compared);
  for (const name of differingFields(now, compared)) {
    const is = brief(now[name]);
    const effect = sameValue(name, compared[name], before[name]) ? 'changed' : 'did not set';
    const message = `${what} was accepted but ${effect} ${name}: it was ${brief(before[name])} and is ${is}`;
    context.report(answer, { at: `/${name}`, expected: brief(compared[name]), actual: is, message });
  }
}

export const memberTypes: WriteRule = {
  id: 'updates.member-types',
  clause: 'updates.member-types',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    await sendAll(context, withWrongTypes(context.patchFor(context.record, emptierState(context))), fullState);
    // A target may set a flag before it rejects what the body has in its place.
    const texts = withWrongTypes(context.patchFor(context.record, fullerState(context))).filter(
      ({ pointer, kind }) => kind === 'string' && flagFields(context).includes(context.kind.members[pointer] ?? ''),
    );
    await sendAll(context, texts, clearedState);
  },
};

async function sendAll(context: WriteContext, bodies: readonly BrokenBody[], start: Start): Promise<void> {
  let before = await start(context);
  for (const broken of bodies) {
    const answer = await send(context, broken);
    const what = `a body with ${broken.what}`;
    if (isSuccess(answer)) {
      reportStatus(context, answer, { what, expected: '400' });
      before = await start(context);
    } else before = await stateAfter(context, { before, answer, what }, start);
  }
}
