import type { ClauseId } from '../../contract/clauses/index.js';
import { operation as operationOf } from '../../contract/operations/index.js';
import { sampleSources } from '../../contract/samples.js';
import type { Operation } from '../../contract/types.js';
import { fields } from '../../schemas/generated/fields.js';
import type { Operator } from '../fault.js';
import { type Field, fieldsOf, onField } from '../fields.js';
import { isReadById } from '../operations.js';
import { otherValue } from '../other-value.js';

const text =
  (change: (value: string) => unknown) =>
  (value: unknown): unknown =>
    typeof value === 'string' && value !== '' ? change(value) : value;

/** An operator that sends another text in each field of some kinds. */
function respelling(
  id: string,
  title: string,
  rule: ClauseId,
  kinds: readonly string[],
  change: (value: string) => string,
): Operator {
  const sites: Operator['sites'] = (operation) =>
    fieldsOf(operation)
      .filter(({ kind }) => kinds.includes(kind))
      .map((field) => ({ detail: field.path, begin: () => onField(field, text(change)) }));
  return { id, title, breaks: [rule], sites };
}

const ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;
const TIMES = ['date-time', 'local-date-time'];

const noUuid: Operator = {
  id: 'id-not-uuid',
  title: 'An identifier is no UUID',
  breaks: ['records.identifier-form'],
  sites: (operation) =>
    fieldsOf(operation)
      .filter(({ kind }) => kind === 'uuid')
      .map((field) => ({
        detail: field.path,
        ...(field.name === 'id' && { breaks: ['records.id-form'] as const }),
        begin: () =>
          onField(
            field,
            text((value) => `no-${value}`),
          ),
      })),
};

/** What a list and the read of one of its records both show; the names of the fields of the other one. */
function counterpartOf(operation: Operation): readonly string[] {
  if (operation.success.schema?.endsWith('-kpis') === true) return [];
  const fixtures = operation.parameters.flatMap((one) => (one.in === 'path' ? [one.fixture] : []));
  const [fixture] = fixtures;
  if (!isReadById(operation) || fixtures.length !== 1 || fixture === null || fixture === undefined) return [];
  const source = sampleSources[fixture];
  return source === null ? [] : Object.keys(fields[operationOf(source.operation).success.item ?? ''] ?? {});
}

const disagrees: Operator = {
  id: 'detail-disagrees',
  title: 'The read of a record shows another value than the list',
  breaks: ['relations.detail-agrees'],
  sites: (operation) => {
    const listed = counterpartOf(operation);
    return fieldsOf(operation)
      .filter(({ path, name }) => path === name && name !== 'id' && listed.includes(name))
      .map((field) => ({ detail: field.path, begin: () => onField(field, otherValue) }));
  },
};

/** Fields that are the same for one user wherever it is listed. */
const OF_USERS = ['username', 'email', 'displayName', 'country', 'department', 'createdDate'];
const USER_LISTS = ['application-user', 'subscription-user', 'subscription-insight-user'];

const otherUser: Operator = {
  id: 'user-disagrees',
  title: 'A list shows another value of a user than the read of that user',
  breaks: ['relations.one-truth'],
  sites: (operation) =>
    USER_LISTS.includes(operation.success.item ?? '')
      ? fieldsOf(operation)
          .filter(({ path }) => OF_USERS.includes(path))
          .map((field: Field) => ({ detail: field.path, begin: () => onField(field, otherValue) }))
      : [],
};

/** The values of documented fields. */
export const fieldValues: readonly Operator[] = [
  noUuid,
  respelling('date-without-zone', 'A time has no zone designator', 'records.zones', ['date-time'], (value) =>
    value.replace(ZONE, ''),
  ),
  respelling(
    'date-with-zone',
    'A time has a zone designator',
    'records.zones',
    ['local-date-time'],
    (value) => `${value}Z`,
  ),
  respelling('date-impossible', 'A date does not exist', 'records.dates', ['date', ...TIMES], (value) =>
    value.replace(/^\d{4}-\d\d-\d\d/, '2025-02-31'),
  ),
  respelling('date-reversed', 'A date has the day first', 'records.dates', ['date', ...TIMES], (value) =>
    value.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$3.$2.$1'),
  ),
  respelling('date-with-space', 'A time has a space in place of the T', 'records.dates', TIMES, (value) =>
    value.replace(/t/i, ' '),
  ),
  respelling('date-without-time', 'A time is a date alone', 'records.dates', TIMES, (value) => value.slice(0, 10)),
  respelling('date-with-time', 'A date has a time', 'records.dates', ['date'], (value) => `${value}T00:00:00Z`),
  respelling('date-empty', 'A date is an empty text', 'records.dates', ['date', ...TIMES], () => ''),
  disagrees,
  otherUser,
];
