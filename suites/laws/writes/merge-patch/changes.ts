import type { Answer } from '../../../../engine/client/answer.js';
import type { Held } from '../../../../engine/writes/record-pool.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { type Expected, isSuccess, sameValue } from '../compare.js';
import { references } from './references.js';

const OWNER = 'primaryOwnerId';
const CATEGORY = 'categoryName';
const TEXTS = ['notes', 'description'];

/** The fields of a record's kind that are flags: those that a bulk update sets too. */
export function flagFields({ kind }: WriteContext): string[] {
  return Object.values(kind.bulk.flags);
}

/** The fields of an update that hold a text of any kind. */
export function textFields({ kind }: WriteContext): string[] {
  return TEXTS.filter((name) => Object.values(kind.members).includes(name));
}

/** The flags of a record the other way round. */
export function otherFlags(context: WriteContext, { before }: Held): Expected {
  return Object.fromEntries(flagFields(context).map((name) => [name, before[name] !== true]));
}

/** Plain texts that a record surely does not hold yet; `round` makes them different each time. */
export function otherTexts(context: WriteContext, round = 1): Expected {
  return Object.fromEntries(
    textFields(context).map((name) => [name, `touchstone ${name} ${context.seed.toString(36)} ${round}`]),
  );
}

/** Another owner, category and pair of AI categories than the record has, where the target holds any. */
export async function otherReferences(context: WriteContext, { before }: Held): Promise<Expected> {
  const members = Object.values(context.kind.members);
  if (!members.includes(OWNER)) return {};
  const { owners, categories, ai } = await references(context);
  const owner = owners.find((id) => !sameValue(OWNER, id, before[OWNER]));
  const category = categories.find((name) => name !== before[CATEGORY]);
  const pair = ai.find(({ aiCategory }) => aiCategory !== before.aiCategory);
  return {
    ...(owner !== undefined && { [OWNER]: owner }),
    ...(category !== undefined && { [CATEGORY]: category }),
    ...pair,
  };
}

/** Another value for every member: flags the other way round, other texts, other references. */
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

/** An update that is in force: what it changed, and its answer. */
export interface Taken {
  readonly changes: Expected;
  readonly answer: Answer;
}

/**
 * Changes as much of a record as the target takes: everything, or, where it refuses a reference or a text, the flags
 * alone. Inconclusive where it refuses those.
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
  context.inconclusive('the target refuses to change the flags of a record (see updates.effect)');
}
