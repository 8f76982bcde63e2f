import fc from 'fast-check';
import { bodyTexts, longNote, WRITTEN_TEXTS } from './body-texts.js';
import type { JsonObject } from './json-object.js';

/** The length of a long description, in characters: more than 4,000, a usual length of a column. */
const LONG_DESCRIPTION = 4100;

/** The values for members of an update that refer to something: users, and values that occur in the target. */
export interface References {
  readonly owners: readonly string[];
  readonly categories: readonly string[];
  /** Pairs that occur together, because a target may validate the subcategories of a category. */
  readonly ai: readonly { readonly aiCategory: string; readonly aiSubcategory: string }[];
}

/** Bodies of Update user: every combination of the flags. Shrinks towards all flags off. */
export const userUpdates: fc.Arbitrary<JsonObject> = fc.record({
  isOnline: fc.boolean(),
  isInReview: fc.boolean(),
  isQualified: fc.boolean(),
});

/**
 * Bodies of Update application: every combination of the flags, difficult and long texts, and references that exist in
 * the target, so that they cannot cause a refusal. Shrinks towards flags off, empty texts and the first reference.
 */
export function applicationUpdates(held: References): fc.Arbitrary<JsonObject> {
  const free = fc.record({
    primaryOwnerId: fc.constantFrom(...held.owners),
    sanctioned: fc.boolean(),
    singleSignOn: fc.boolean(),
    notes: bodyTexts(),
    description: bodyTexts(LONG_DESCRIPTION),
    websiteDate: fc.record({ categoryName: fc.constantFrom(...held.categories) }),
  });
  return fc.tuple(free, fc.constantFrom(...held.ai)).map(
    ([body, pair]) => ({ ...body, ...pair }),
    // A body from elsewhere shrinks too, if its references exist.
    (whole) => {
      const { aiCategory, aiSubcategory, ...body } = whole as JsonObject;
      const pair = held.ai.find((one) => one.aiCategory === aiCategory && one.aiSubcategory === aiSubcategory);
      return [body, pair] as never;
    },
  );
}

/**
 * Bodies of Update application that cover every kind of text: notes and description contain each typical text once, a
 * long text once, and then the empty text in place of another one. They shrink like those of `applicationUpdates`.
 */
export function everyTextOnce({ owners, categories, ai }: References): JsonObject[] {
  const pairs = [...WRITTEN_TEXTS.entries()].map(([index, notes]) => ({
    notes,
    description: WRITTEN_TEXTS[(index + 1) % WRITTEN_TEXTS.length] as string,
  }));
  const long = { notes: longNote(), description: longNote(LONG_DESCRIPTION) };
  const empty = { notes: '', description: '' };
  return [long, ...pairs, empty].map((texts) => ({
    ...texts,
    primaryOwnerId: owners[0] ?? '',
    sanctioned: true,
    singleSignOn: false,
    websiteDate: { categoryName: categories[0] ?? '' },
    ...(ai[0] as References['ai'][number]),
  }));
}

const UNUSUAL = "“東京” 🚀 l'eau, 50 % & <b> C:\\temp  cafe\u0301";

/** The length of a long AI category, in characters: more than 255, a usual length of a column. */
const LONG_CATEGORY = 260;

/**
 * Bodies of Update application with AI categories that no list of valid ones has: one with letters outside ASCII, composed and
 * decomposed, emoji, quotes, percent signs, markup, backslashes, two spaces, and one with long texts between blanks; the same in
 * both members, since each has a column of its own.
 */
export function unusualAis(held: References): JsonObject[] {
  const [plain] = everyTextOnce(held);
  const long = longNote(LONG_CATEGORY);
  return [
    { aiCategory: `Größe ${UNUSUAL}`, aiSubcategory: `été ${UNUSUAL}` },
    { aiCategory: ` category: ${long} `, aiSubcategory: ` subcategory: ${long} ` },
  ].map((pair) => ({ ...plain, notes: '', ...pair }));
}

/** All combinations of flags, the first with all of them on. */
export function flagCombinations(names: readonly string[]): Readonly<Record<string, boolean>>[] {
  return Array.from({ length: 2 ** names.length }, (_unused, bits) =>
    Object.fromEntries(names.map((name, index) => [name, ((bits >> index) & 1) === 0])),
  );
}
