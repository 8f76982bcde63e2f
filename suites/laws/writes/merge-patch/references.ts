import type { JsonRecord } from '../../../../engine/session/page.js';
import { pageOf } from '../../../../engine/session/page.js';
import { WorldSlot } from '../../../../engine/session/slot.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import type { References } from '../../../../generators/bodies/update-bodies.js';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const REFERENCES = new WorldSlot<References>();

/**
 * Values that a target certainly accepts for members that refer to something: listed users, and existing categories. A
 * target may validate references, so rejecting any other value proves nothing.
 */
export function references(context: WriteContext): Promise<References> {
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
    };
  });
}
