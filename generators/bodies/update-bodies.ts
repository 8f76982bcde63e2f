import fc from 'fast-check';
import { bodyTexts } from './body-texts.js';
import type { JsonObject } from './json-object.js';

/** What the members of an update that refer to something may hold: users, and values that occur. */
export interface References {
  readonly owners: readonly string[];
  readonly categories: readonly string[];
  /** Pairs that occur together: a target may know which subcategories a category has. */
  readonly ai: readonly { readonly aiCategory: string; readonly aiSubcategory: string }[];
}

/** Bodies of Update user: every combination of the flags. Shrinks towards all flags off. */
export const userUpdates: fc.Arbitrary<JsonObject> = fc.record({
  isOnline: fc.boolean(),
  isInReview: fc.boolean(),
  isQualified: fc.boolean(),
});

/**
 * Bodies of Update application: every combination of the flags, hard and long texts, and references that the target
 * holds, so that a refusal is no matter of them. Shrinks towards flags off, empty texts and the first reference.
 */
export function applicationUpdates(held: References): fc.Arbitrary<JsonObject> {
  const free = fc.record({
    primaryOwnerId: fc.constantFrom(...held.owners),
    sanctioned: fc.boolean(),
    singleSignOn: fc.boolean(),
    notes: bodyTexts(),
    description: bodyTexts(2000),
    websiteDate: fc.record({ categoryName: fc.constantFrom(...held.categories) }),
  });
  return fc.tuple(free, fc.constantFrom(...held.ai)).map(([body, pair]) => ({ ...body, ...pair }));
}

/** All combinations of flags, the first with all of them on. */
export function flagCombinations(names: readonly string[]): Readonly<Record<string, boolean>>[] {
  return Array.from({ length: 2 ** names.length }, (_unused, bits) =>
    Object.fromEntries(names.map((name, index) => [name, ((bits >> index) & 1) === 0])),
  );
}
