import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import { isBroken } from '../../../../engine/session/record-in.js';
import { fieldsOfPatch } from '../../../../engine/writes/record-fields.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import type { JsonObject } from '../../../../generators/bodies/json-object.js';
import {
  applicationUpdates,
  everyTextOnce,
  type References,
  unusualAis,
} from '../../../../generators/bodies/update-bodies.js';
import { isUpdate } from '../../applies.js';
import { brief, differingFields, type Expected, isSuccess, recordOf } from '../compare.js';
import { isSameNormalized, LOOKS_ALIKE } from '../normalized-text.js';
import { smallestFailure } from '../shrunk.js';
import { update } from './changes.js';
import { reportNormalized } from './own-values.js';
import { areKept, hasText, references } from './references.js';

const RUNS = 32;
const STEPS = 40;

/** The fields of the record that reads have shown since the last accepted update. */
interface Known {
  fields: Expected;
}

interface Fault {
  readonly answer: Answer;
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
  readonly message: string;
}

export const texts: WriteRule = {
  id: 'updates.texts',
  clause: 'updates.texts',
  needs: [],
  records: 1,
  appliesTo: (operation) => isUpdate(operation) && operation.area === 'applications',
  // Where each update changes the texts of a record, there are soon no records left.
  withoutRecords: reportNormalized,
  async write(context) {
    const held = await heldReferences(context);
    const known: Known = { fields: {} };
    let taken = 0;
    const failure = await smallestFailure(
      applicationUpdates(held),
      async (body) => {
        const { fault, success } = await faultOf(context, known, body);
        if (success) taken += 1;
        return fault;
      },
      { seed: context.seed, runs: RUNS, steps: STEPS, first: everyTextOnce(held) },
    );
    if (failure !== null) {
      const { answer, ...difference } = failure.fault;
      const bound = failure.cut ? '; a smaller body may fail too: shrinking reached its limit' : '';
      context.report(answer, { ...difference, message: difference.message + bound });
      return;
    }
    for (const body of unusualAis(held)) {
      const { fault, success } = await faultOf(context, known, body, ['aiCategory', 'aiSubcategory']);
      if (success) taken += 1;
      if (fault !== null) return context.report(fault.answer, fault);
    }
    if (taken === 0) context.inconclusive(`the target rejects all ${RUNS} generated bodies`);
  },
};

/** Values for members that refer to something: the record's own values and existing ones. */
async function heldReferences(context: WriteContext): Promise<References> {
  const { before } = context.record;
  const { owners, categories, ai } = await references(context);
  const own = { aiCategory: String(before.aiCategory), aiSubcategory: String(before.aiSubcategory) };
  const hasOthers = await areKept(context, context.record, ['categoryName']);
  const hasOtherAi = await areKept(context, context.record, ['aiCategory', 'aiSubcategory']);
  return {
    owners: [String(before.primaryOwnerId), ...(hasText(before, 'primaryOwnerId') ? owners.slice(0, 3) : [])],
    categories: [String(before.categoryName), ...(hasOthers ? categories.slice(0, 3) : [])],
    ai: [own, ...(hasOtherAi ? ai.slice(0, 3) : [])],
  };
}

/** The fields that were not stored as sent; an empty string may be stored as null. */
function lost(record: Readonly<Record<string, unknown>>, sent: Expected): string[] {
  return differingFields(record, sent).filter((name) => sent[name] !== '' || (record[name] ?? '') !== '');
}

/** What is wrong in the response to a body, or in a later read. */
async function faultOf(
  context: WriteContext,
  known: Known,
  body: JsonObject,
  names: readonly string[] = ['notes', 'description'],
  isRepeated = false,
): Promise<{ readonly fault: Fault | null; readonly success: boolean }> {
  const { record } = context;
  const before = await readable(context, known);
  const answer = await context.send({ record, body });
  const sent = fieldsOfPatch(context.kind, body);
  const wrong = (name: string, now: Expected, expected: Expected, where: string): Fault => {
    const [was, is] = [brief(expected[name]), brief(now[name])];
    const how = isSameNormalized(expected[name], now[name]) ? LOOKS_ALIKE : '';
    const message = `${name} sent as ${brief(sent[name])} is ${is} ${where}${how}`;
    return { answer, at: `/${name}`, expected: was, actual: is, message };
  };
  if (answer.status >= 500) {
    const message = `an update with ${textsOf(sent, names)} returned ${answer.summary}`;
    const fault = { answer, at: 'status', expected: '200, or a 4xx status', actual: answer.summary, message };
    return { fault, success: false };
  }
  const success = isSuccess(answer);
  if (success) known.fields = {};
  const expected = success ? sent : context.watched(before);
  const answered = recordOf(answer) ?? {};
  const [first] = success ? lost(answered, sent).filter((name) => name in answered) : [];
  if (first !== undefined) return { fault: wrong(first, answered, sent, 'in the response'), success };
  const untilStored = () =>
    context.until(
      () => context.read(record),
      (read) => lost(read, expected).length === 0,
    );
  const stored = await context.attempt(untilStored);
  const broken = stored === null ? brokenRead(context) : null;
  if (broken !== null) return { fault: unreadable(broken, textsOf(sent, names)), success };
  // Any other response ends the check with its reason.
  const { value: now } = stored ?? (await untilStored());
  const [name] = lost(now, expected);
  if (success && name === undefined) known.fields = sent;
  // The record may have been read before as it was before an earlier update.
  const mayBeLate = !success && !isRepeated && name !== undefined && differingFields(now, sent).includes(name);
  if (mayBeLate) return faultOf(context, known, body, names, true);
  const where = success ? 'in a read afterwards' : `in a read after the rejection with ${answer.summary}`;
  return { fault: name === undefined ? null : wrong(name, now, expected, where), success };
}

/**
 * The record, once a read shows what is known of it: a replica that is behind may not. If texts of an earlier body have
 * broken the response, it gets its own values first.
 */
async function readable(context: WriteContext, { fields }: Known): Promise<JsonRecord> {
  const { record } = context;
  const untilKnown = () =>
    context.until(
      () => context.read(record),
      (now) => lost(now, fields).length === 0,
    );
  const read = await context.attempt(untilKnown);
  if (read === null && brokenRead(context) !== null) await update(context, record);
  return read?.value ?? context.read(record);
}

/** The last response, if it is a success without a record. */
const brokenRead = ({ last }: WriteContext): Answer | null => (last !== undefined && isBroken(last) ? last : null);

/** A read that succeeds without a record, after an update with some texts. */
function unreadable(answer: Answer, texts: string): Fault {
  const message = `a read after an update with ${texts} returned no record: ${answer.json.problem ?? 'no object'}`;
  return { answer, at: '', expected: 'the record', actual: answer.beginning(200), message };
}

/** The strings of a body, for a message. */
function textsOf(sent: Expected, names: readonly string[]): string {
  return names.map((name) => `${name} ${brief(sent[name])}`).join(' and ');
}
