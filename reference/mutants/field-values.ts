import type { Operation } from '../../contract/types.js';
import { record } from '../hooks.js';
import { slug } from '../slug.js';
import { type Defect, family } from './mutant.js';
import { lastField, lists, reads } from './reads.js';

/** A value of another JSON type than that of a kind of field. */
const OF_ANOTHER_TYPE: Readonly<Record<string, unknown>> = {
  string: 7,
  integer: 'seven',
  number: '7.5',
  boolean: 'yes',
  array: 'none',
  object: [1],
};

/** A value that looks like a date but does not exist. */
const NO_DATE: Readonly<Record<string, string>> = {
  date: '2025-02-31',
  'date-time': '2025-02-31T08:00:00Z',
  'local-date-time': '2025-02-31T08:00:00',
};

/** A time with a zone designator where none is documented, and without one where one is. */
const OTHER_ZONE: Readonly<Record<string, string>> = {
  'date-time': '2025-02-03T08:00:00',
  'local-date-time': '2025-02-03T08:00:00Z',
};

const CONTAINER: Readonly<Record<string, unknown>> = { array: { 0: 3 }, 'index-keyed': [3] };

/** One mutant for each read with a field of one of the kinds: its last such field has another value. */
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
  (field, operation) => `${field} of ${operation} is an array instead of an object, or an object instead of an array`,
);

/** The last field of each kind in the records of each operation, which a hand-written type is most likely to forget. */
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
      (field, operation) => `${field} of ${operation} is February 31`,
    ),
    ...perOperation(
      lists,
      OTHER_ZONE,
      'has-the-wrong-zone',
      'records.zones',
      (field, operation) => `${field} of ${operation} has a zone designator where none is documented, or lacks one`,
    ),
    ...containers,
    ...perOperation(
      lists.filter((operation) => lastField(operation, ['uuid']).length > 0),
      { uuid: 'v-17' },
      'is-no-uuid',
      'records.identifier-form',
      (field, operation) => `${field} of ${operation} is not a UUID`,
    ),
  ],
  'few',
);
