import type { Operation } from '../../contract/types.js';
import type { Rule } from '../../engine/run/rule.js';
import { accept, conditional } from './accept.js';
import { agreementRelations } from './agreement-relations.js';
import { answers } from './answers.js';
import { authorization } from './authorization.js';
import { defaultSize } from './default-size.js';
import { details } from './details.js';
import { doubled } from './doubled.js';
import { equivalentUrl } from './equivalent-url.js';
import { errorMessages } from './error-messages.js';
import { errors } from './errors.js';
import { everyDescending } from './every-descending.js';
import { everyField } from './every-field.js';
import { everyOrder } from './every-order.js';
import { everyPermutation } from './every-permutation.js';
import { fieldNames } from './field-names.js';
import { everyType } from './filter/every-type.js';
import { operatorTypes } from './filter/operator-types.js';
import { filter } from './filter.js';
import { filterValues } from './filter-values.js';
import { filterWithin } from './filter-within.js';
import { firstPages } from './first-pages.js';
import { kpiEnd } from './kpi-end.js';
import { kpiPeriod } from './kpi-period.js';
import { kpiValues } from './kpi-values.js';
import { lenientPaging } from './lenient-paging.js';
import { nextLinks, nextOnEachPage } from './next-links.js';
import { nullTexts } from './null-texts.js';
import { observations } from './observations.js';
import { oneName } from './one-name.js';
import { parentRules } from './other-parents.js';
import { ownPeriods } from './own-children.js';
import { ownLinks } from './own-links.js';
import { ownTimes } from './own-times.js';
import { pageNumberRange } from './page-number-range.js';
import { pagesTogether } from './pages-together.js';
import { paging } from './paging.js';
import { complements } from './query/complements.js';
import { filterQueries } from './query/grammar.js';
import { sortCollation, sortGrammar } from './query/sorts.js';
import { records } from './records.js';
import { repeatedExpression } from './repeated-expression.js';
import { repeatedSort } from './repeated-sort.js';
import { repeatedValues } from './repeated-values.js';
import { sameRecord } from './same-record.js';
import { siblingId } from './sibling-ids.js';
import { sort } from './sort.js';
import { uniqueNames } from './unique-names.js';
import { usualPeriods } from './usual-periods.js';

const all: readonly Rule[] = [
  ...answers,
  repeatedValues,
  uniqueNames,
  accept,
  conditional,
  equivalentUrl,
  ...records,
  ownTimes,
  doubled,
  nullTexts,
  ...fieldNames,
  ...paging,
  defaultSize,
  firstPages,
  ...pageNumberRange,
  ...lenientPaging,
  ...pagesTogether,
  ...filter,
  filterWithin,
  ...filterValues,
  ...everyField,
  everyType,
  operatorTypes,
  everyOrder,
  everyDescending,
  everyPermutation,
  ...filterQueries,
  complements,
  ...sort,
  repeatedSort,
  sortGrammar,
  sortCollation,
  ...errors,
  ...errorMessages,
  repeatedExpression,
  siblingId,
  ...authorization,
  ...details,
  ...parentRules,
  sameRecord,
  oneName,
  ownPeriods,
  kpiPeriod,
  kpiEnd,
  kpiValues,
  usualPeriods,
  ...agreementRelations,
  nextLinks,
  nextOnEachPage,
  ownLinks,
  ...observations,
];

/** The shared rules that apply to an operation. */
export function laws(operation: Operation): Rule[] {
  return all.filter((rule) => rule.appliesTo(operation));
}
