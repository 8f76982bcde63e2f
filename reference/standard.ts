import { answerList, answerRecord, errorBody, perform, refuse } from './answers.js';
import { authorize } from './authorize.js';
import type { Behaviour } from './behaviour.js';
import { collect } from './collections.js';
import { find, readId } from './find.js';
import { pageLinks, recordLinks, referenceLinks, taskLinks } from './links.js';
import { present } from './present.js';
import { readDates } from './query/dates.js';
import { parseFilterOf, parseSortOf, readFilter, readSort } from './query/expressions.js';
import { matches } from './query/filter-evaluator.js';
import { compareBy, order } from './query/order.js';
import { paginate, paginationObject, readPaging } from './query/paging.js';
import { read } from './reads.js';
import { respond } from './respond.js';
import { write } from './write.js';
import { readBody } from './writes/body.js';
import { applyFlags, completeTask, select, startTask } from './writes/bulk.js';
import { applyPatch, save } from './writes/patch.js';
import { readUserIds, removeUsers } from './writes/remove-users.js';
import { summaryRecord, taskRecord } from './writes/task-records.js';

/** The steps of a correct implementation, each from the file that implements it. */
export const standard: Behaviour = {
  prepare: () => undefined,
  authorize,
  perform,
  answerList,
  answerRecord,
  write,
  refuse,
  errorBody,
  respond,
  readId,
  readPaging,
  readFilter,
  readSort,
  readDates,
  readBody,
  parseFilter: parseFilterOf,
  parseSort: parseSortOf,
  find,
  collect,
  read,
  matches,
  compareBy,
  order,
  paginate,
  paginationObject,
  present,
  pageLinks,
  recordLinks,
  referenceLinks,
  taskLinks,
  applyPatch,
  save,
  select,
  startTask,
  completeTask,
  applyFlags,
  taskRecord,
  summaryRecord,
  readUserIds,
  removeUsers,
};
