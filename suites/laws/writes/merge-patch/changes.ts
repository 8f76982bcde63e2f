import type { Answer } from '../../../../engine/client/answer.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import { freeTexts } from '../../../../engine/writes/small-change.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { sameValue } from '../../same-value.js';
import { type Expected, isSuccess } from '../compare.js';
import { areKept, hasText, references } from './references.js';

const OWNER = 'primaryOwnerId';
const CATEGORY = 'categoryName';

/** The fields of a record's kind that are flags: those that a bulk update sets too. */
export function flagFields({ kind }: WriteContext): string[] {
  return Object.values(kind.bulk.flags);
}

/** The fields of an update that accept free text. */
export function textFields({ kind }: WriteContext): string[] {
  return freeTexts(kind);
}

/** The flags of a record, inverted. */
export function otherFlags(context: WriteContext, { before }: Held): Expected {
  return Object.fromEntries(flagFields(context).map((name) => [name, before[name] !== true]));
}

/** Plain strings that a record certainly does not have yet; `round` makes them different each time. */
export function otherTexts(context: WriteContext, round = 1): Expected {
  return Object.fromEntries(
    textFields(context).map((name) => [name, `touchstone ${name} ${context.seed.toString(36)} ${round}`]),
  );
}

/** Another owner, category and pair of AI categories than those of the record, if the target has any, and keeps its own. */
export async function otherReferences(context: WriteContext, record: Held): Promise<Expected> {
  const { before } = record;
  const members = Object.values(context.kind.members);
  if (!members.includes(OWNER)) return {};
  const { owners, categories, ai } = await references(context);
  const owner = hasText(before, OWNER) ? owners.find((id) => !sameValue(OWNER, id, before[OWNER])) : undefined;
  const category = categories.find((name) => name !== before[CATEGORY]);
  const others = ai.filter(({ aiCategory }) => aiCategory !== before.aiCategory);
  // Two categories may have a subcategory of the same name, and a pair with that of the record would not change it.
  const pair = others.find(({ aiSubcategory }) => aiSubcategory !== before.aiSubcategory) ?? others[0];
  return {
    ...(owner !== undefined && { [OWNER]: owner }),
    ...(category !== undefined && (await areKept(context, record, [CATEGORY])) && { [CATEGORY]: category }),
    ...((await areKept(context, record, ['aiCategory', 'aiSubcategory'])) && pair),
  };
}

/** Another value for every member: inverted flags, other strings, other references. */
export async function otherFields(context: WriteContext, record: Held, round = 1): Promise<Expected> {
  return {
    ...otherFlags(context, record),
    ...otherTexts(context, round),
    ...(await otherReferences(context, record)),
  };
}

/** Sends the whole patch of a record with these changes. */
export function update(context: WriteContext, record: Held, changes: Expected = {}): Promise<Answer> {
  return context.send({
    operation: context.world.operation(context.kind.update),
    record,
    body: context.patchFor(record, changes),
  });
}

/** Updates a record, again if that returns 404: on a live target, only a 404 between two reads of the record counts. */
export async function updateAgain(context: WriteContext, record: Held, changes: Expected = {}): Promise<Answer> {
  const answer = await update(context, record, changes);
  if (answer.status !== 404) return answer;
  await context.read(record);
  const again = await update(context, record, changes);
  await context.read(record);
  return again;
}

/** An accepted update: what it changed, and its response. */
export interface Taken {
  readonly changes: Expected;
  readonly answer: Answer;
}

/**
 * Sends an update with references, and with the next ones if the target rejects it with 400, or with none in the end: it may
 * restrict them further than that they exist.
 */
export async function updateWith(
  context: WriteContext,
  record: Held,
  own: Expected,
  [references = {}, ...others]: readonly Expected[],
): Promise<Taken> {
  const changes = { ...own, ...references };
  const answer = await update(context, record, changes);
  const hasMore = Object.keys(references).length > 0 || others.length > 0;
  return answer.status === 400 && hasMore ? updateWith(context, record, own, others) : { changes, answer };
}

/**
 * Changes as much of a record as the target accepts: everything, or only the flags if it rejects a reference or a
 * string. Inconclusive if it rejects those too.
 */
export async function changeMuch(context: WriteContext, record: Held, round = 1): Promise<Taken> {
  const attempts = [
    await otherFields(context, record, round),
    { ...otherFlags(context, record), ...otherTexts(context, round) },
    otherFlags(context, record),
  ];
  for (const changes of attempts) {
    const answer = await update(context, record, changes);
    if (isSuccess(answer)) return { changes, answer };
  }
  context.inconclusive('the target rejects an update of the flags of a record (see updates.effect)');
}
