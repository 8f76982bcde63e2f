import type { ClauseId } from '../../contract/clauses/index.js';
import type { Operation } from '../../contract/types.js';
import { INDEX_KEYED } from '../../schemas/json-pointer.js';
import { mapped, withMember } from '../change.js';
import type { Operator } from '../fault.js';
import { type Field, fieldsOf, onField } from '../fields.js';
import { isAgreementArea } from '../operations.js';
import { isObject } from '../wire.js';

const TEXTS = ['string', 'uuid', 'date', 'date-time', 'local-date-time'];
const NUMBERS = ['integer', 'number'];

type Change = (value: unknown) => unknown;

/** The clause that a value of another type breaks. */
function typeClause(operation: Operation, { name, path }: Field): ClauseId | null {
  if (name !== '_links' && !path.startsWith('_links.')) return 'records.types';
  return isAgreementArea(operation) ? 'relations.links' : null;
}

/** An operator that sends a value of another type in each field of some kinds. */
function retyping(id: string, title: string, applies: (field: Field) => boolean, change: Change): Operator {
  return {
    id,
    title,
    breaks: ['records.types'],
    sites: (operation) =>
      fieldsOf(operation).flatMap((field) => {
        const broken = typeClause(operation, field);
        if (!applies(field) || broken === null) return [];
        return [{ detail: field.path, breaks: [broken], begin: () => onField(field, change) }];
      }),
  };
}

const of =
  (...kinds: readonly string[]) =>
  ({ kind }: Field): boolean =>
    kinds.includes(kind);
const isContainer = ({ kind, name }: Field): boolean => kind === 'index-keyed' || INDEX_KEYED.has(name);

const ifNumber =
  (change: (value: number) => unknown): Change =>
  (value) =>
    typeof value === 'number' ? change(value) : value;
const ifBoolean =
  (change: (value: boolean) => unknown): Change =>
  (value) =>
    typeof value === 'boolean' ? change(value) : value;
const keyed = (values: readonly unknown[]): unknown => Object.fromEntries(values.map((value, at) => [`${at}`, value]));
const ofOtherType = (value: unknown): unknown => (typeof value === 'string' ? value.length : JSON.stringify(value));

/** An operator on the containers that the document writes as an array in one record and index-keyed in another. */
function recontaining(id: string, title: string, rule: ClauseId, kind: string, change: Change): Operator {
  const applies = (field: Field) => INDEX_KEYED.has(field.name) && field.kind === kind && field.name !== '_links';
  const sites: Operator['sites'] = (operation) =>
    fieldsOf(operation)
      .filter(applies)
      .map((field) => ({ detail: field.path, begin: () => onField(field, change) }));
  return { id, title, breaks: [rule], sites };
}

const rekeyed =
  (key: (index: number) => string): Change =>
  (value) =>
    isObject(value) ? Object.fromEntries(Object.values(value).map((one, index) => [key(index), one])) : value;

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;
const unlessEmpty =
  (change: Change): Change =>
  (value) =>
    isEmpty(value) ? value : change(value);

/** The types of documented fields, and their containers. */
export const fieldTypes: readonly Operator[] = [
  retyping('number-for-text', 'A text is sent as a number', of(...TEXTS), (value) =>
    typeof value === 'string' ? value.length : value,
  ),
  retyping('object-for-text', 'A text is sent as an object', of(...TEXTS), (value) =>
    typeof value === 'string' ? { value } : value,
  ),
  retyping('array-for-text', 'A text is sent as an array', of(...TEXTS), (value) =>
    typeof value === 'string' ? [value] : value,
  ),
  retyping('text-for-number', 'A number is sent as a text', of(...NUMBERS), ifNumber(String)),
  retyping(
    'object-for-number',
    'A number is sent as an object',
    of(...NUMBERS),
    ifNumber((value) => ({ value })),
  ),
  retyping(
    'fraction-for-integer',
    'An integer is sent with a fraction',
    of('integer'),
    ifNumber((value) => value + 0.5),
  ),
  retyping('text-for-boolean', 'A boolean is sent as a text', of('boolean'), ifBoolean(String)),
  retyping('number-for-boolean', 'A boolean is sent as 0 or 1', of('boolean'), ifBoolean(Number)),
  retyping('text-for-array', 'An array is sent as a text', of('array'), (value) =>
    Array.isArray(value) ? value.join(',') : value,
  ),
  retyping(
    'object-for-array',
    'An array is sent as an index-keyed object',
    (field) => field.kind === 'array' && (field.name === '_links' || !isContainer(field)),
    (value) => (Array.isArray(value) ? keyed(value) : value),
  ),
  retyping('text-for-object', 'An object is sent as a text', of('object', 'index-keyed'), (value) =>
    isObject(value) ? JSON.stringify(value) : value,
  ),
  retyping('array-for-object', 'An object is sent in an array', of('object'), (value) =>
    isObject(value) ? [value] : value,
  ),
  retyping('element-type', 'The elements of an array are of another type', of('array'), (value) =>
    Array.isArray(value) ? mapped(value, ofOtherType) : value,
  ),
  retyping('indexed-type', 'The values of an index-keyed object are of another type', of('index-keyed'), (value) =>
    isObject(value) ? Object.keys(value).reduce((all, key) => withMember(all, key, ofOtherType), value) : value,
  ),
  recontaining(
    'array-for-keyed',
    'An index-keyed object is sent as an array',
    'records.containers',
    'index-keyed',
    (value) => (isObject(value) ? Object.values(value) : value),
  ),
  recontaining(
    'keyed-for-array',
    'An array is sent as an index-keyed object',
    'records.containers',
    'array',
    (value) => (Array.isArray(value) ? keyed(value) : value),
  ),
  recontaining(
    'keyed-from-one',
    'The keys of an index-keyed object begin at 1',
    'records.index-holes',
    'index-keyed',
    unlessEmpty(rekeyed((index) => `${index + 1}`)),
  ),
  recontaining(
    'keyed-by-names',
    'The keys of an index-keyed object are names',
    'records.index-keys',
    'index-keyed',
    unlessEmpty(rekeyed((index) => `item${index}`)),
  ),
];
