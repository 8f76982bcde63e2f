import type { WriteRule } from '../../../../engine/run/rule.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';
import { isUpdate } from '../../applies.js';
import { brief, differingFields, type Expected, isSuccess } from '../compare.js';
import { update } from './changes.js';
import { reportEffect } from './effect.js';

/** What other checks found about as many records is no accident of one of them. */
const ENOUGH = 2;

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
  withoutRecords: reportRejected,
  async write(context) {
    reportRejected(context);
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

/** Before a check uses a record, its own values are sent: reports what changed then, or failed, for several records. */
function reportRejected(context: WriteContext): void {
  const rejected = context.rejectedValues.map((one) => ({ ...one, names: changed(context, one.sent, one.now) }));
  const failed = rejected.filter(({ answer }) => answer.status >= 500);
  const [crashed] = failed;
  if (crashed !== undefined && failed.length >= ENOUGH) {
    const message = `updates with the own values of ${plural(failed.length, 'record')} returned ${crashed.answer.summary}`;
    context.report(crashed.answer, { at: 'status', expected: '200', actual: crashed.answer.summary, message });
  }
  for (const name of new Set(rejected.flatMap(({ names }) => names))) {
    const damaged = rejected.filter(({ answer, names }) => isSuccess(answer) && names.includes(name));
    const [first] = damaged;
    if (first === undefined || damaged.length < ENOUGH) continue;
    const [was, is] = [brief(first.sent[name]), brief(first.now?.[name])];
    const message = `an update with the own values of a record changed ${name} from ${was} to ${is} (${plural(damaged.length, 'record')})`;
    context.report(first.answer, { at: `/${name}`, expected: was, actual: is, message });
  }
}

/** The fields that an update with own values changed; texts that a store normalizes are updates.texts. */
function changed({ kind }: WriteContext, sent: Expected, now: Expected | null): string[] {
  if (now === null) return [];
  const names = differingFields(now, sent).filter((name) => !kind.follows.includes(name));
  return names.filter((name) => normalized(sent[name]) !== normalized(now[name]));
}

/** A value as JSON, so that the text "true" is not the boolean. A target may store an empty text as null. */
function normalized(value: unknown): string | undefined {
  if (value === '') return 'null';
  return JSON.stringify(typeof value === 'string' ? value.normalize('NFC').replace(/\s+/g, ' ').trim() : value);
}
