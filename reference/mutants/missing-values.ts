import type { Hook } from '../behaviour.js';
import type { Kinds, Row } from '../model.js';
import { type Defect, family } from './mutant.js';

/** A record whose read fails, in words and as a test. */
type Failing = readonly [words: string, fails: (record: Row) => boolean];

const USERS: readonly Failing[] = [
  ['without a country', (user) => user.country === null],
  ['without a department', (user) => user.department === null],
  ['who is not enabled', (user) => user.isEnabled === false],
  ['who is in review and not qualified', (user) => user.isInReview === true && user.isQualified === false],
];
const APPLICATIONS: readonly Failing[] = [
  ['without an owner', (application) => application.primaryOwnerId === null],
  ['without notes', (application) => application.notes === null],
  ['that is a bundle', (application) => application.bundle === true],
];

/** Fails with a server error where a record of a kind is found for which a test is true. */
const failsAt =
  (sought: keyof Kinds, fails: (record: Row) => boolean): Hook =>
  (steps) => ({
    find: (kind, id, context) => {
      const found = steps.find(kind, id, context);
      if (kind === sought && fails(found as unknown as Row)) throw new Error('null');
      return found;
    },
  });

const each = (operations: readonly string[], kind: keyof Kinds, failing: readonly Failing[]): Defect[] =>
  operations.flatMap((operation) =>
    failing.map(
      ([words, fails]): Defect => ({
        title: `${operation} returns 500 for a record ${words}`,
        operation,
        rule: 'answers.success-status',
        also: ['relations.empty-parent'],
        rarity: 'rare',
        hook: failsAt(kind, fails),
      }),
    ),
  );

/** Server errors for records without some value, or with a rare one. */
export const missingValues = family('missing-values', [
  ...each(['getUser', 'getUserApplications', 'getUserSubscriptions', 'getUserDiscoverySources'], 'user', USERS),
  ...each(['getApplication', 'getApplicationUsers'], 'application', APPLICATIONS),
]);
