import type { JsonRecord } from '../../../../engine/session/page.js';
import { fieldsOf } from '../../../../engine/writes/record-fields.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { type Expected, isSuccess, readUntil } from '../compare.js';
import { flagFields, otherReferences, otherTexts, update } from './changes.js';
import { hasText } from './references.js';

/** Brings the check's record into a state in which a reset would show: all flags set, no empty strings. */
export async function fullState(context: WriteContext, references: Expected = {}): Promise<JsonRecord> {
  return stateWith(context, { ...flags(context, true), ...otherTexts(context), ...references });
}

/** Categories for a record that has none, so that a reset would show; none where the target accepts none. */
export async function missingReferences(context: WriteContext): Promise<Expected> {
  const { record } = context;
  const { categoryName, aiCategory, aiSubcategory } = await otherReferences(context, record);
  const lacks = (...names: readonly string[]) => names.some((name) => !hasText(record.before, name));
  const missing = {
    ...(categoryName !== undefined && lacks('categoryName') && { categoryName }),
    ...(aiCategory !== undefined && lacks('aiCategory', 'aiSubcategory') && { aiCategory, aiSubcategory }),
  };
  if (Object.keys(missing).length === 0) return {};
  return isSuccess(await update(context, record, missing)) ? missing : {};
}

/** Brings the check's record into a state in which a flag that is set would show: no flag is set. */
export async function clearedState(context: WriteContext): Promise<JsonRecord> {
  return stateWith(context, { ...flags(context, false), ...otherTexts(context) });
}

async function stateWith(context: WriteContext, changes: Expected): Promise<JsonRecord> {
  const { record } = context;
  const answer = await update(context, record, changes);
  if (!isSuccess(answer))
    context.inconclusive(`an update of flags and strings returned ${answer.summary} (see updates.effect)`);
  // The update sets every member, also those that an earlier request has changed.
  const sent = { ...fieldsOf(context.kind, record.before), ...changes };
  const { value } = await readUntil(context, record, sent);
  return value;
}

/** Another value for every flag and string than in the full state, so that stored parts of a body show. */
export function emptierState(context: WriteContext): Expected {
  return { ...flags(context, false), ...otherTexts(context, 2) };
}

/** Another value for every flag and string than in the cleared state. */
export function fullerState(context: WriteContext): Expected {
  return { ...flags(context, true), ...otherTexts(context, 2) };
}

function flags(context: WriteContext, value: boolean): Expected {
  return Object.fromEntries(flagFields(context).map((name) => [name, value]));
}
