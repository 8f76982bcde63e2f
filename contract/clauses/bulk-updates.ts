import type { Clause } from '../types.js';

const BOTH = 'Endpoints / Applications area; Endpoints / Users area';
const SILENT = `${BOTH} (not shown in words)`;
const FIELDS = 'Resources and their fields';

/** What the bulk updates and their tasks must do. */
export const bulkUpdates = {
  'bulk.accepted': { level: 'must', section: BOTH, title: 'A bulk update answers 202 with a task reference' },
  'bulk.task-link': {
    level: 'must',
    section: `${FIELDS} / Task reference`,
    title: 'The reference has a link with rel self and method GET whose href ends in tasks/ and the id',
  },
  'bulk.effect': {
    level: 'must',
    section: BOTH,
    title: 'After completion exactly the listed records have changed, in exactly the named flags',
  },
  'bulk.required-members': {
    level: 'must',
    section: BOTH,
    title: 'A bulk update without scope or body is refused with 400, and nothing changes',
  },
  'bulk.hostile-bodies': {
    level: 'should',
    section: SILENT,
    title: 'Empty ids, a wrong scope and wrong types do no damage',
  },
  'bulk.repeated-ids': {
    level: 'should',
    section: `${BOTH} (repeated ids: not shown)`,
    title: 'An id that is given twice is updated as one that is given once, or refused',
  },
  'bulk.filter': {
    level: 'should',
    section: `${BOTH} (the way a filter and a scope combine: not shown)`,
    title: 'A filter narrows a bulk update down to the records that match it',
  },
  'bulk.scope-all': {
    level: 'should',
    section: 'Endpoints / Applications area (All occurs; its meaning: not shown)',
    title: 'The scope All reaches every record',
  },
  'bulk.concurrent': {
    level: 'should',
    section: `${BOTH} (a second bulk update while one runs: not shown)`,
    title: 'Of two bulk updates at the same time, each has its effect and neither undoes the other',
  },
  'bulk.with-update': {
    level: 'should',
    section: `${BOTH} (an update while a task runs: not shown)`,
    title: 'A bulk update and an update of the same record lose nothing that only one of them wrote',
  },
  'bulk.unknown-ids': {
    level: 'gap',
    section: BOTH,
    title: 'What becomes of ids that no record has: refused, ignored, or counted as failed',
  },
  'bulk.scopes': {
    level: 'gap',
    section: 'Endpoints / Applications area',
    title: 'The values of scope, and the full list of markers',
  },
  'tasks.answered': {
    level: 'must',
    section: `${FIELDS} / Task`,
    title: 'Get task answers the task of a bulk update',
  },
  'tasks.completes': {
    level: 'must',
    section: 'States and transitions',
    title: 'A task reaches Complete and stays there',
  },
  'tasks.summary-link': {
    level: 'must',
    section: 'Endpoints / Users area',
    title: 'The link of a task has rel bulk-update-users and method GET and leads to the result of its area',
  },
  'tasks.summary': {
    level: 'must',
    section: `${FIELDS} / Bulk update users summary`,
    title: 'The summary counts every id given, and lists the failed ones by index',
  },
  'tasks.states': {
    level: 'gap',
    section: 'States and transitions',
    title: 'The other states of a task, and the transitions',
  },
} as const satisfies Record<string, Clause>;
