import type { Hook } from '../../behaviour.js';
import type { Row } from '../../model.js';
import { type Defect, family } from '../mutant.js';
import { records } from './write-hooks.js';

/** A kind of records that few records of a tenant are of. */
interface Kind {
  readonly words: string;
  readonly area: 'users' | 'applications';
  readonly isOne: (record: Row) => boolean;
}

const lacks = (name: string) => (record: Row) => record[name] === null || record[name] === '';

const KINDS: readonly Kind[] = [
  { words: 'disabled users', area: 'users', isOne: ({ isEnabled }) => isEnabled === false },
  { words: 'users without a country', area: 'users', isOne: lacks('country') },
  { words: 'users without a department', area: 'users', isOne: lacks('department') },
  { words: 'users that were never active', area: 'users', isOne: lacks('lastActive') },
  { words: 'applications with an AI category', area: 'applications', isOne: (record) => !lacks('aiCategory')(record) },
];

/** A bulk update that completes without a change of some records. */
const skipping =
  (isOne: Kind['isOne']): Hook =>
  (steps) => ({
    select: (request, context) => {
      const selection = steps.select(request, context);
      const skipped = new Set(
        records(context)
          .filter(isOne)
          .map(({ id }) => String(id)),
      );
      return { ...selection, ids: selection.ids.filter((id) => !skipped.has(id)) };
    },
  });

/** An update that is answered as usual and not stored for some records. */
const dropping =
  (isOne: Kind['isOne']): Hook =>
  (steps) => ({
    save: (record, context) => {
      if (!isOne(record as Row)) steps.save(record, context);
    },
  });

const of = { users: ['bulkUpdateUsers', 'updateUser'], applications: ['bulkUpdateApplications', 'updateApplication'] };

/** Writes that are not applied to records of one kind. */
export const skippedRecords = family(
  'skipped-records',
  KINDS.flatMap(({ words, area, isOne }): Defect[] => {
    const [bulk = '', update = ''] = of[area];
    return [
      {
        title: `bulk updates skip ${words}`,
        operation: bulk,
        rule: 'bulk.effect',
        rules: ['bulk.many-ids'],
        hook: skipping(isOne),
      },
      {
        title: `updates of ${words} are not stored`,
        operation: update,
        rule: 'updates.effect',
        rules: ['updates.many-records'],
        hook: dropping(isOne),
      },
    ];
  }),
  'writes',
);
