import type { JsonRecord } from '../../../../engine/session/page.js';
import { pageOf } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import { WorldSlot } from '../../../../engine/session/slot.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import type { References } from '../../../../generators/bodies/update-bodies.js';
import { sameValue } from '../../same-value.js';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

interface Known extends References {
  /** The applications as the first page of their list showed them before an update changed a reference. */
  readonly applications: readonly JsonRecord[];
}

const REFERENCES = new WorldSlot<Known>();

/**
 * Whether a record has a text in a field. One without an owner gets none: a target may name the owner of a record in another
 * field, and leave the name when the owner is taken away again.
 */
export function hasText(before: Held['before'], field: string): boolean {
  const value = before[field];
  return isText(value) && value.trim() !== '';
}

/**
 * Whether another application keeps values of a record, whatever checks do. A target may accept only values that some
 * application has: a record that was the last one with such a value could not be restored. Of the applications with the same
 * values, one that no check writes to keeps them. If there is none, the first one keeps the category and the last one the AI
 * categories, so that no record keeps both.
 */
export async function areKept(
  context: WriteContext,
  { id, before }: Held,
  fields: readonly string[],
): Promise<boolean> {
  const { applications } = await references(context);
  const alike = applications.filter((one) => fields.every((name) => sameValue(name, one[name], before[name])));
  const isChosen = (one: JsonRecord) => context.chosenIds.some((own) => isSameId(own, String(one.id)));
  const keeper = alike.find((one) => !isChosen(one)) ?? alike.at(fields.includes('categoryName') ? 0 : -1);
  return keeper !== undefined && !isSameId(id, String(keeper.id));
}

/**
 * Values that a target certainly accepts for members that refer to something: listed users, and existing categories. A
 * target may validate references, so rejecting any other value proves nothing.
 */
export function references(context: WriteContext): Promise<Known> {
  const listed = async (id: string): Promise<readonly JsonRecord[]> =>
    pageOf(await context.world.plain(context.world.operation(id))).items;
  return REFERENCES.of(context, async () => {
    const [users, applications] = await Promise.all([
      listed('getUsers').catch(() => []),
      listed('getApplications').catch(() => []),
    ]);
    const owners = users.filter(({ isEnabled }) => isEnabled !== false).map(({ id }) => id);
    const pairs = applications.flatMap(({ aiCategory, aiSubcategory }) =>
      isText(aiCategory) && isText(aiSubcategory) ? [{ aiCategory, aiSubcategory }] : [],
    );
    return {
      owners: [...new Set(owners.filter(isText))],
      categories: [...new Set(applications.map(({ categoryName }) => categoryName).filter(isText))],
      ai: [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()],
      applications,
    };
  });
}
