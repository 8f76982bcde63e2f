import type { WriteRule } from '../../../../engine/run/rule.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';
import { isUpdate } from '../../applies.js';
import { isText } from '../../names.js';
import { brief, differingFields, type Expected, isSuccess } from '../compare.js';
import { isSameNormalized, LOOKS_ALIKE } from '../normalized-text.js';
import { flagFields, update } from './changes.js';
import { isSame, referred } from './copied-names.js';
import { reportEffect } from './effect.js';

/** What other checks found about as many records is no accident of one of them. */
const ENOUGH = 2;
/** So many updates that restore a field in vain are no accident, even if all are of one record. */
const IN_VAIN = 3;

export const ownValues: WriteRule = {
  id: 'updates.own-values',
  clause: 'updates.effect',
  needs: [],
  records: 1,
  unproven: true,
  // It also reports what the updates of other checks with own values showed, so it runs after them.
  watches: true,
  appliesTo: isUpdate,
  // Where each update with own values changes a record, there are soon no records left.
  withoutRecords: reportWritten,
  async write(context) {
    await reportWritten(context);
    if (context.evidence.length > 0) return;
    const { record } = context;
    const answer = await update(context, record);
    if (!isSuccess(answer))
      context.inconclusive(`an update with the record's own values returned ${answer.summary} (see updates.answer)`);
    // A target may store an empty text as null.
    const held = Object.entries(context.watched(record.before)).filter(([, value]) => value !== '');
    await reportEffect(context, record, { changes: Object.fromEntries(held), answer });
  },
};

async function reportWritten(context: WriteContext): Promise<void> {
  reportRejected(context);
  reportIgnored(context);
  await reportLostCopies(context);
}

/** Before a check uses a record, its own values are sent: reports what changed then, or failed, for several records. */
function reportRejected(context: WriteContext): void {
  const failed = context.rejectedValues.filter(({ answer }) => answer.status >= 500);
  const [crashed] = failed;
  if (crashed !== undefined && failed.length >= ENOUGH) {
    const message = `updates with the own values of ${plural(failed.length, 'record')} returned ${crashed.answer.summary}`;
    context.report(crashed.answer, { at: 'status', expected: '200', actual: crashed.answer.summary, message });
  }
  reportChangedValues(context, isOther);
}

/** Reports texts that updates with the own values of several records have changed as only a normalization does. */
export function reportNormalized(context: WriteContext): void {
  reportChangedValues(context, (was, is) => was !== '' && !isOther(was, is), LOOKS_ALIKE);
}

/** Reports fields that updates with the own values of several records have changed, if the change is one that counts. */
function reportChangedValues(context: WriteContext, counts: (was: unknown, is: unknown) => boolean, how = ''): void {
  const rejected = context.rejectedValues.map((one) => ({
    ...one,
    names: changed(context, one.sent, one.now, counts),
  }));
  for (const name of new Set(rejected.flatMap(({ names }) => names))) {
    const damaged = rejected.filter(({ answer, names }) => isSuccess(answer) && names.includes(name));
    const [first] = damaged;
    if (first === undefined || damaged.length < ENOUGH) continue;
    const [was, is] = [brief(first.sent[name]), brief(first.now?.[name])];
    const message = `an update with the own values of a record changed ${name} from ${was} to ${is} (${plural(damaged.length, 'record')})${how}`;
    context.report(first.answer, { at: `/${name}`, expected: was, actual: is, message });
  }
}

/**
 * Reports copies of a text of another record that updates with the own values of several records have removed, although the
 * records still refer to it and it still has that text.
 */
async function reportLostCopies(context: WriteContext): Promise<void> {
  for (const [name, copy] of Object.entries(context.kind.copies)) {
    const lost = context.rejectedValues.filter(
      ({ answer, sent, now }) =>
        isSuccess(answer) &&
        now !== null &&
        isText(sent[name]) &&
        !isText(now[name]) &&
        isSame(sent[copy.id], now[copy.id]),
    );
    const [first] = lost;
    if (first === undefined || lost.length < ENOUGH) continue;
    const was = first.sent[name];
    const owner = await referred(context, copy, first.sent[copy.id]);
    if (owner === null || !copy.texts.some((text) => isSame(owner[text], was))) continue;
    const message = `an update with the own values of a record removed ${name} (${plural(lost.length, 'record')})`;
    context.report(first.answer, { at: `/${name}`, expected: brief(was), actual: brief(first.now?.[name]), message });
  }
}

/**
 * Reports fields that updates with the first values of records did not restore, again and again. Flags are no such fields:
 * bulk updates of other checks set them too, some of them in records that they do not name.
 */
function reportIgnored(context: WriteContext): void {
  const flags = flagFields(context);
  const ignored = context.ignoredValues.map((one) => ({
    ...one,
    names: changed(context, one.sent, one.now, isOther).filter((name) => !flags.includes(name)),
  }));
  for (const name of new Set(ignored.flatMap(({ names }) => names))) {
    const updates = ignored.filter(({ names }) => names.includes(name));
    const [first] = updates;
    if (first === undefined || updates.length < IN_VAIN) continue;
    const [was, is] = [brief(first.sent[name]), brief(first.now?.[name])];
    const message = `${updates.length} updates that set ${name} to its value before the run were accepted and not applied: ${first.id} still has ${is}, not ${was}`;
    context.report(first.answer, { at: `/${name}`, expected: was, actual: is, message });
  }
}

/** The fields that an update with own values changed, if the change is one that counts. */
function changed(
  { kind }: WriteContext,
  sent: Expected,
  now: Expected | null,
  counts: (was: unknown, is: unknown) => boolean,
): string[] {
  if (now === null) return [];
  const names = differingFields(now, sent).filter((name) => !kind.follows.includes(name));
  return names.filter((name) => counts(sent[name], now[name]));
}

/** Whether a field has another value, and not only a normalized text, which `updates.texts` warns about. */
const isOther = (was: unknown, is: unknown): boolean => !isSameNormalized(was, is);
