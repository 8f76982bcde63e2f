import type { JsonRecord } from '../../../../engine/session/page.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { differingFields, type Expected, isSuccess } from '../compare.js';
import { flagFields, otherTexts, update } from './changes.js';

/** Brings the check's record into a state in which a reset would show: all flags on, texts that are not empty. */
export async function fullState(context: WriteContext): Promise<JsonRecord> {
  const { record } = context;
  const changes = { ...flags(context, true), ...otherTexts(context) };
  const answer = await update(context, record, changes);
  if (!isSuccess(answer)) context.inconclusive(`flags and texts are refused: ${answer.summary} (see updates.effect)`);
  const { value } = await context.until(
    () => context.read(record),
    (now) => differingFields(now, changes).length === 0,
  );
  return value;
}

/** Another value for every flag and text than in the full state, so that what is stored of a body shows. */
export function emptierState(context: WriteContext): Expected {
  return { ...flags(context, false), ...otherTexts(context, 2) };
}

function flags(context: WriteContext, value: boolean): Expected {
  return Object.fromEntries(flagFields(context).map((name) => [name, value]));
}
