import type { Operation } from '../../contract/types.js';
import { record } from '../hooks.js';
import { slug } from '../slug.js';
import { type Defect, family } from './mutant.js';
import { lastField, lists, reads } from './reads.js';

/** A value of another JSON type than a kind of field has. */
const OF_ANOTHER_TYPE: Readonly<Record<string, unknown>> = {
  string: 7,
  integer: 'seven',
  number: '7.5',
  boolean: 'yes',
  array: 'none',
  object: [1],
};

/** A value of a kind that looks like one and is none. */
const NO_DATE: Readonly<Record<string, string>> = {
  date: '2025-02-31',
  'date-time': '2025-02-31T08:00:00Z',
  'local-date-time': '2025-02-31T08:00:00',
};

/** A time with a zone where none belongs, and without one where one belongs. */
const OTHER_ZONE: Readonly<Record<string, string>> = {
  'date-time': '2025-02-03T08:00:00',
  'local-date-time': '2025-02-03T08:00:00Z',
};

const CONTAINER: Readonly<Record<string, unknown>> = { array: { 0: 3 }, 'index-keyed': [3] };

/** One mutant for each read that has a field of one of the kinds: its last such field holds another value. */
function perOperation(
  among: readonly Operation[],
  values: Readonly<Record<string, unknown>>,
  suffix: string,
  rule: Defect['rule'],
  title: (field: string, operation: string) => string,
): Defect[] {
  return among.flatMap((operation) =>
    lastField(operation, Object.keys(values)).map(([field, kind]) => ({
      id: `${slug(operation.id)}-${slug(field)}-${suffix}`,
      title: title(field, operation.title),
      operation: operation.id,
      rule,
      also: ['relations.detail-agrees', 'relations.one-truth', 'sort.natural', 'filter.complete', 'filter.every-value'],
      hook: record((one) => (one[field] === undefined ? one : { ...one, [field]: values[kind] })),
    })),
  );
}

const containers = perOperation(
  lists.filter((operation) =>
    lastField(operation, ['array', 'index-keyed']).some(([name]) => name !== 'details' && name !== 'licenses'),
  ),
  CONTAINER,
  'is-the-other-container',
  'records.containers',
  (field, operation) => `${field} of ${operation} is an array in place of an object, or the other way round`,
);

/** The last field of each kind in the records of each operation: the one that a hand-written type forgets. */
export const fieldValues = family(
  'field-values',
  [
    ...perOperation(
      reads,
      OF_ANOTHER_TYPE,
      'has-another-type',
      'records.types',
      (field, operation) => `${field} of ${operation} has another JSON type`,
    ),
    ...perOperation(
      reads,
      NO_DATE,
      'is-no-date',
      'records.dates',
      (field, operation) => `${field} of ${operation} is on the 31st of February`,
    ),
    ...perOperation(
      lists,
      OTHER_ZONE,
      'has-the-wrong-zone',
      'records.zones',
      (field, operation) => `${field} of ${operation} has a zone where none belongs, or has none`,
    ),
    ...containers,
    ...perOperation(
      lists.filter((operation) => lastField(operation, ['uuid']).length > 0),
      { uuid: 'v-17' },
      'is-no-uuid',
      'records.identifier-form',
      (field, operation) => `${field} of ${operation} is no UUID`,
    ),
  ],
  'few',
);
