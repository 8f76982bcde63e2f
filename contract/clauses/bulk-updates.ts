import type { Clause } from '../types.js';

const BOTH = 'Endpoints / Applications area; Endpoints / Users area';
const SILENT = `${BOTH} (not stated explicitly)`;
const FIELDS = 'Resources and their fields';

/** What the bulk updates and their tasks must do. */
export const bulkUpdates = {
  'bulk.accepted': { level: 'must', section: BOTH, title: 'A bulk update returns 202 with a task reference' },
  'bulk.task-link': {
    level: 'must',
    section: `${FIELDS} / Task reference`,
    title: 'The task reference has a link with rel self and method GET whose href ends in tasks/ and the id',
  },
  'bulk.task-link-form': {
    level: 'should',
    section: `${FIELDS} / Task reference`,
    title: 'The href of a task reference has the documented form, or leads to the task',
  },
  'bulk.effect': {
    level: 'must',
    section: BOTH,
    title: 'A completed bulk update has changed exactly the listed records and exactly the given flags',
  },
  'bulk.required-members': {
    level: 'must',
    section: BOTH,
    title: 'A bulk update without scope or body is rejected with 400 and changes nothing',
  },
  'bulk.hostile-bodies': {
    level: 'should',
    section: SILENT,
    title: 'Empty ids, an invalid scope and wrong types change nothing unintended',
  },
  'bulk.repeated-ids': {
    level: 'should',
    section: `${BOTH} (repeated ids are unspecified)`,
    title: 'Repeated ids are updated once, or the request is rejected',
  },
  'bulk.filter': {
    level: 'should',
    section: `${BOTH} (how a filter and a scope combine is unspecified)`,
    title: 'A filter restricts a bulk update to the records that match it',
  },
  'bulk.malformed-filter': {
    level: 'should',
    section: `${BOTH}; Errors`,
    title: 'A bulk update with a malformed filter is rejected with 400 and changes nothing',
  },
  'bulk.documented-status': {
    level: 'should',
    section: `${BOTH} (what happens to unknown ids is unspecified)`,
    title: 'A bulk update with an unknown id returns a status that the document lists, and no server error',
  },
  'bulk.charset': {
    level: 'should',
    section: 'RFC 9110 section 8.3.1 (not in the interface document)',
    title: 'A bulk update accepts its media type with a charset parameter',
  },
  'bulk.listed': {
    level: 'should',
    section: 'What the service does (not stated explicitly)',
    title: 'Lists that contain a record return the values that a bulk update gave it, as a read by id does',
  },
  'bulk.scope-all': {
    level: 'should',
    section: 'Endpoints / Applications area (All occurs; its meaning is unspecified)',
    title: 'The scope All updates every record, and the summary counts them',
  },
  'bulk.scope-except': {
    level: 'should',
    section: 'Endpoints / Applications area (the values of scope are unspecified)',
    title: 'A scope AllExcept that the target accepts leaves the listed records unchanged',
  },
  'bulk.concurrent': {
    level: 'should',
    section: `${BOTH} (a second bulk update while one runs is unspecified)`,
    title: 'Two concurrent bulk updates both take effect, and neither undoes the other',
  },
  'bulk.optional-filter': {
    level: 'should',
    section: `${BOTH} (which scopes there are is unspecified)`,
    title: 'A bulk update of listed records needs no filter',
  },
  'bulk.optional-ids': {
    level: 'should',
    section: `${BOTH} (which scopes there are is unspecified)`,
    title: 'A bulk update with the scope All and a filter needs no ids',
  },
  'bulk.with-update': {
    level: 'should',
    section: `${BOTH} (an update while a task runs is unspecified)`,
    title: 'A bulk update and a concurrent update of the same record keep every field that only one of them wrote',
  },
  'bulk.again': {
    level: 'should',
    section: SILENT,
    title: 'A record can be updated by several bulk updates, one after the other',
  },
  'bulk.unknown-ids': {
    level: 'gap',
    section: BOTH,
    title: 'Whether unknown ids are rejected, ignored or counted as failed',
  },
  'bulk.around-unknown': {
    level: 'should',
    section: BOTH,
    title:
      'If a bulk update with an unknown id is accepted, its task ends, and the known ids before and after it are updated, or listed as failed',
  },
  'bulk.scopes': {
    level: 'gap',
    section: 'Endpoints / Applications area',
    title: 'The values of scope, and the complete list of markers',
  },
  'tasks.answered': {
    level: 'must',
    section: `${FIELDS} / Task`,
    title: 'Get task returns the task of a bulk update',
  },
  'tasks.readable': {
    level: 'should',
    section: `${FIELDS} / Task (not stated explicitly)`,
    title: 'A task can be read as soon as a bulk update has returned its id',
  },
  'tasks.own': {
    level: 'must',
    section: `${FIELDS} / Task`,
    title: 'Get task and the summary return the task with the requested id, also when a later one exists',
  },
  'tasks.effect': {
    level: 'should',
    section: 'States and transitions (not stated explicitly)',
    title: 'The changes of a bulk update can be read when its task is Complete',
  },
  'tasks.completes': {
    level: 'must',
    section: 'States and transitions',
    title: 'A task reaches Complete and stays there',
  },
  'tasks.each-completes': {
    level: 'must',
    section: 'States and transitions',
    title: 'The task of each bulk update ends, whatever the number of its ids and with a filter too',
  },
  'tasks.summary-link': {
    level: 'must',
    section: 'Endpoints / Users area',
    title: 'The link of a task has rel bulk-update-users and method GET, and points to the result of its area',
  },
  'tasks.link-form': {
    level: 'should',
    section: 'Endpoints',
    title: 'The href of a task link ends in the result location of its area and the id of the task',
  },
  'tasks.unknown-counted': {
    level: 'should',
    section: `${FIELDS} / Bulk update users summary (what happens to unknown ids is unspecified)`,
    title: 'The summary does not count unknown ids as successes',
  },
  'tasks.counted-again': {
    level: 'should',
    section: `${FIELDS} / Bulk update users summary (whether users who have the flags already count is not stated explicitly)`,
    title: 'The summary counts users who had the flags of the request already',
  },
  'tasks.filter-counted': {
    level: 'should',
    section: `${FIELDS} / Bulk update users summary (not stated explicitly)`,
    title: 'A bulk update with a filter has a summary that counts the users who match',
  },
  'tasks.failed-unchanged': {
    level: 'should',
    section: `${FIELDS} / Bulk update users summary (not stated explicitly)`,
    title: 'A record that the summary lists as failed was not updated',
  },
  'tasks.summary': {
    level: 'must',
    section: `${FIELDS} / Bulk update users summary`,
    title: 'The summary counts every id in the request and lists the failed ones by index',
  },
  'tasks.states': {
    level: 'gap',
    section: 'States and transitions',
    title: 'The other states of a task and their transitions',
  },
} as const satisfies Record<string, Clause>;
