/**
 * Input generators: fast-check arbitraries, and plain functions and lists where nothing is random. Each can be used on
 * its own and shrinks towards the simplest request. `tenant/` generates the tenant of the reference and is not exported
 * here.
 */

// Bodies: valid updates, and bodies with one error.
export { bodyTexts, LONG_NOTE_LENGTH } from './bodies/body-texts.js';
export { type BrokenBody, withNulls, withoutMembers, withWrongTypes } from './bodies/broken-bodies.js';
export type { JsonObject } from './bodies/json-object.js';
export { type RawBody, rawBodies } from './bodies/raw-bodies.js';
export { applicationUpdates, flagCombinations, type References, userUpdates } from './bodies/update-bodies.js';

// Filters: trees over the fields and values of a target, their spellings, and broken ones.
export { comparisonOver } from './filter/comparison-arbitrary.js';
export { type FilterBounds, filterOver } from './filter/filter-arbitrary.js';
export { CANONICAL_STYLE, type FilterStyle, STYLE_CHOICES } from './filter/filter-style.js';
export {
  EMPTY_FILTERS,
  type FilterFault,
  type MalformedFilter,
  malformedFilterOver,
  malformedOf,
} from './filter/malformed-filter.js';
export { printFilter } from './filter/print-filter.js';
export { type Spelling, spellings, spellingsOf } from './filter/spellings.js';

// Identifiers of records.
export { MALFORMED_ID, malformedIds, type StrangeId, strangeIds, unknownId, unknownIds } from './ids.js';

// Paging: certainly invalid values, ambiguous values, and the valid limits.
export { INVALID_PAGING, INVALID_REPEATED_PAGING, invalidPaging, invalidPagingValues } from './invalid-paging.js';
export { AMBIGUOUS_PAGING, type AmbiguousPaging, REPEATED_PAGING } from './paging/ambiguous-paging.js';
export { integerBorders } from './paging/integer-borders.js';
export { type PageBorder, pageBorders } from './paging/page-borders.js';

// A seed gives the same sample every time.
export { sampleOf } from './sample-of.js';

// Sorts: keys, their text form, and broken ones.
export { lenientSortsOf, type MalformedSort, malformedSortOver, malformedSortsOf } from './sort/malformed-sort.js';
export { printSort } from './sort/print-sort.js';
export { sortKeyOver, sortOver } from './sort/sort-arbitrary.js';

// Values to compare a field with.
export { dateValues } from './values/date-values.js';
export type { FieldValues, ValueOf } from './values/field-values.js';
export { fieldValuesOf } from './values/field-values-of.js';
export { HOSTILE_TEXTS } from './values/hostile-texts.js';
export { literalsOf } from './values/literals-of.js';
export { nearMissesOf } from './values/near-misses.js';
export { numberValues } from './values/number-values.js';
export { LONG, textValues } from './values/text-values.js';
