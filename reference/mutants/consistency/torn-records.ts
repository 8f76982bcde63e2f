import type { Hook } from '../../behaviour.js';
import { type Defect, family } from '../mutant.js';
import { bulkUpdates, copyOf, later, staleReads, stateful, storedOf, storing, withFieldsOf } from './hooks.js';

const torn = (operation: Defect['operation'], title: string, hook: Hook): Defect => ({
  title,
  operation,
  seenFrom: 'updateApplication',
  rule: 'consistency.torn-record',
  hook,
});

const READS = ['getApplication', 'getApplications', 'updateApplication', 'bulkUpdateApplications'];

/** An update stores one field a while after the others. */
const oneLater =
  (name: string, ms: number): Hook =>
  (steps) => ({
    save: (record, context) => {
      const before = storedOf(context, record.id) ?? record;
      steps.save(withFieldsOf(record, before, [name]), context);
      later(ms, () => {
        const now = storedOf(context, record.id);
        if (now !== undefined) steps.save(withFieldsOf(now, record, [name]), context);
      });
    },
  });

/** Of an update soon after another one, one field is not stored. */
const oneDropped = (name: string, ms: number): Hook =>
  stateful(() => {
    const last = new Map<unknown, number>();
    return storing((record, before) => {
      const since = performance.now() - (last.get(record.id) ?? 0);
      last.set(record.id, performance.now());
      return since < ms ? withFieldsOf(record, before, [name]) : record;
    });
  });

/** Faults that show a record half updated. */
export const tornRecords = family(
  'consistency',
  [
    torn(
      'updateApplication',
      'an update stores the notes first and the description later',
      oneLater('description', 10),
    ),
    torn(
      READS,
      'the notes are read from a cache',
      staleReads((record, versions) => withFieldsOf(record, versions.before(15, record), ['notes'])),
    ),
  ],
  'writes',
);

/** More of them, which only the tests of the faults run. */
export const moreTornRecords = family(
  'consistency',
  [
    torn('updateApplication', 'concurrent updates are merged field by field', oneDropped('notes', 12)),
    torn('updateApplication', 'an update stores the description first and the notes later', oneLater('notes', 10)),
    torn(
      READS,
      'the description is read from a replica',
      staleReads((record, versions, reads) =>
        reads % 2 === 0 ? record : withFieldsOf(record, versions.before(25, record), ['description']),
      ),
    ),
    torn(
      READS,
      'lists have the notes of a search index',
      staleReads((record, versions, _reads, isList) =>
        isList ? withFieldsOf(record, versions.before(25, record), ['notes']) : record,
      ),
    ),
    torn(
      ['updateApplication', 'bulkUpdateApplications'],
      'a bulk update restores the description of its start',
      bulkUpdates(copyOf, (record, flagged, started) =>
        withFieldsOf(flagged, started.get(record.id) ?? record, ['description']),
      ),
    ),
  ],
  'writes',
);
