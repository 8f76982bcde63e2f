import { answers } from './answers.js';
import { authorization } from './authorization.js';
import { errors } from './errors.js';
import { filter } from './filter.js';
import { filterJoins } from './filter-joins.js';
import { filterOperators } from './filter-operators.js';
import { filterTexts } from './filter-texts.js';
import type { Mutant } from './mutant.js';
import { paging } from './paging.js';
import { pagingReadings } from './paging-readings.js';
import { queryMalformed } from './query-malformed.js';
import { queryTogether } from './query-together.js';
import { records } from './records.js';
import { relations } from './relations.js';
import { sort } from './sort.js';
import { sortOrders } from './sort-orders.js';

export type { Mutant } from './mutant.js';

/** All broken references, family by family. */
export const mutants: readonly Mutant[] = [
  ...answers,
  ...records,
  ...paging,
  ...pagingReadings,
  ...filter,
  ...filterOperators,
  ...filterJoins,
  ...filterTexts,
  ...queryTogether,
  ...queryMalformed,
  ...sort,
  ...sortOrders,
  ...errors,
  ...authorization,
  ...relations,
];
