import { acceptedTypes } from './accepted-types.js';
import { agreementTotals } from './agreement-totals.js';
import { answers } from './answers.js';
import { authorization } from './authorization.js';
import { childLists } from './child-lists.js';
import { consistency } from './consistency/index.js';
import { defaultPages } from './default-pages.js';
import { doubledElements } from './doubled-elements.js';
import { errors } from './errors.js';
import { fieldNames } from './field-names.js';
import { fieldValues } from './field-values.js';
import { filter } from './filter.js';
import { filterCloseness } from './filter-closeness.js';
import { filterComplements } from './filter-complements.js';
import { filterJoins } from './filter-joins.js';
import { filterOperators } from './filter-operators.js';
import { filterPrecision } from './filter-precision.js';
import { filterTexts } from './filter-texts.js';
import { foundByFaults } from './found-by-faults.js';
import { hiddenValues } from './hidden-values.js';
import { identities } from './identities.js';
import { kpis } from './kpis.js';
import { listLimits } from './list-limits.js';
import { listTotals } from './list-totals.js';
import { missingValues } from './missing-values.js';
import type { Mutant } from './mutant.js';
import { openOperations } from './open-operations.js';
import { pageNumbers } from './page-numbers.js';
import { paging } from './paging.js';
import { pagingReadings } from './paging-readings.js';
import { presentTimes } from './present-times.js';
import { queryEverywhere } from './query-everywhere.js';
import { queryMalformed } from './query-malformed.js';
import { queryTogether } from './query-together.js';
import { rareAnswers } from './rare-answers.js';
import { rarePages } from './rare-pages.js';
import { rareQueries } from './rare-queries.js';
import { rareRecords } from './rare-records.js';
import { recordLinks } from './record-links.js';
import { records } from './records.js';
import { refusalBodies } from './refusal-bodies.js';
import { relations } from './relations.js';
import { siblingIds } from './sibling-ids.js';
import { sizesTogether } from './sizes-together.js';
import { smallLists } from './small-lists.js';
import { sort } from './sort.js';
import { sortOrders } from './sort-orders.js';
import { spelledUrls } from './spelled-urls.js';
import { userValues } from './user-values.js';
import { bulkEffects } from './writes/bulk-effects.js';
import { bulkRequests } from './writes/bulk-requests.js';
import { bulkSelections } from './writes/bulk-selections.js';
import { coupledFlags } from './writes/coupled-flags.js';
import { deletion } from './writes/deletion.js';
import { lateEffects } from './writes/late-effects.js';
import { laterWrites } from './writes/later-writes.js';
import { nearFilters } from './writes/near-filters.js';
import { overlappingWrites } from './writes/overlapping-writes.js';
import { rejectedFlags } from './writes/rejected-flags.js';
import { rejections } from './writes/rejections.js';
import { removalReach } from './writes/removal-reach.js';
import { repeatedWrites } from './writes/repeated-writes.js';
import { skippedRecords } from './writes/skipped-records.js';
import { summaries } from './writes/summaries.js';
import { taskIdentities } from './writes/task-identities.js';
import { taskReads } from './writes/task-reads.js';
import { tasks } from './writes/tasks.js';
import { unknownUpdates } from './writes/unknown-updates.js';
import { updateBodies } from './writes/update-bodies.js';
import { updateEffects } from './writes/update-effects.js';
import { updateReach } from './writes/update-reach.js';
import { updateRequests } from './writes/update-requests.js';
import { updateTexts } from './writes/update-texts.js';
import { updateValues } from './writes/update-values.js';
import { wrongInPlace } from './wrong-in-place.js';

export type { Mutant } from './mutant.js';

/** All mutants, by family. */
export const mutants: readonly Mutant[] = [
  ...answers,
  ...presentTimes,
  ...doubledElements,
  ...rareAnswers,
  ...refusalBodies,
  ...records,
  ...fieldNames,
  ...fieldValues,
  ...rareRecords,
  ...identities,
  ...paging,
  ...listTotals,
  ...agreementTotals,
  ...pageNumbers,
  ...listLimits,
  ...rarePages,
  ...defaultPages,
  ...pagingReadings,
  ...filter,
  ...filterOperators,
  ...filterComplements,
  ...filterJoins,
  ...filterTexts,
  ...filterPrecision,
  ...filterCloseness,
  ...sort,
  ...smallLists,
  ...sortOrders,
  ...queryEverywhere,
  ...queryTogether,
  ...queryMalformed,
  ...rareQueries,
  ...errors,
  ...authorization,
  ...openOperations,
  ...relations,
  ...childLists,
  ...kpis,
  ...foundByFaults,
  ...recordLinks,
  ...siblingIds,
  ...spelledUrls,
  ...acceptedTypes,
  ...sizesTogether,
  ...hiddenValues,
  ...missingValues,
  ...updateEffects,
  ...updateReach,
  ...updateBodies,
  ...updateRequests,
  ...rejections,
  ...bulkEffects,
  ...bulkRequests,
  ...tasks,
  ...taskReads,
  ...deletion,
  ...updateTexts,
  ...updateValues,
  ...unknownUpdates,
  ...bulkSelections,
  ...taskIdentities,
  ...skippedRecords,
  ...summaries,
  ...removalReach,
  ...lateEffects,
  ...coupledFlags,
  ...userValues,
  ...wrongInPlace,
  ...rejectedFlags,
  ...repeatedWrites,
  ...laterWrites,
  ...nearFilters,
  ...overlappingWrites,
  ...consistency,
];
