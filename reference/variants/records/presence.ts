import type { Context, Hook } from '../../behaviour.js';
import { on, presented, record, stored } from '../../hooks.js';
import { unassignedLicenses } from '../../unassigned-licenses.js';
import { type Choice, WRITES } from '../variant.js';
import { fields, isContainer } from './each-field.js';

/** One record of many has a vendorId, wherever its list shows it later; each has a field with a similar name. */
const inOneOfMany: Hook = (steps) => {
  const chosen = new Map<string, boolean>();
  const isChosen = (id: unknown, index: number, { operation, params }: Context): boolean => {
    const key = JSON.stringify([operation.id, params, id]);
    const own = chosen.get(key) ?? index % 14 === 0;
    chosen.set(key, own);
    return own;
  };
  const hook = presented(({ vendorId, ...one }, index, context) => {
    const isShown = context.operation.success.item === undefined || isChosen(one.id, index, context);
    return { ...one, ...(isShown && vendorId !== undefined && { vendorId }), vendor_id: 'v-1' };
  });
  return hook(steps);
};

/** Fields that updates do not set: one that is not shown could not be restored. */
const HIDDEN = [
  ...['yearlyCost', 'riskScore', 'discoveryDate', 'vendor', 'userCostPerMonth', 'createdDate', 'department'],
  ...[
    'totalDaysUsed',
    'totalCostPerMonth',
    'firstDiscovered',
    'employmentStatus',
    'created',
    'assignedId',
    'contactId',
  ],
];

/** Fields of applications that only a read by id shows. */
const OF_DETAILS = new Set(['notes', 'description', 'certifications']);

/** Which fields records have, and which of them have a value. */
export const presence: readonly Choice[] = [
  {
    title: 'every name contains punctuation',
    chooses: ['records.presence'],
    hooks: [
      stored((one) => ({ ...one, ...(typeof one.name === 'string' && { name: `${one.name.replace(/!$/, '')}!` }) })),
    ],
  },
  {
    title: 'fields are null',
    chooses: ['records.presence'],
    inconclusiveWrites: WRITES,
    hooks: [fields(() => null)],
    warnings: {
      rules: ['records.shown'],
      because:
        'The document does not specify which fields may be null, but a KPI without any array or object causes a warning.',
    },
  },
  {
    title: 'fields are absent',
    chooses: ['records.presence'],
    inconclusiveWrites: WRITES,
    hooks: [fields(() => undefined)],
    warnings: {
      rules: ['records.shown'],
      because:
        'The document does not specify which fields may be absent, but a field that no record has causes a warning.',
    },
  },
  {
    id: 'containers-are-empty',
    title: 'every array and every index-keyed object is empty',
    chooses: ['records.presence'],
    hooks: [fields((value) => (Array.isArray(value) ? [] : isContainer(value) ? {} : value))],
    warnings: {
      rules: ['records.shown'],
      because:
        'The document does not specify which fields may be absent, but a field that no record has causes a warning.',
    },
  },
  {
    id: 'nested-fields-are-null',
    title: 'the fields of nested records are null',
    chooses: ['records.presence'],
    hooks: [
      fields((value) =>
        Array.isArray(value)
          ? value.map((one) =>
              isContainer(one) ? Object.fromEntries(Object.keys(one).map((key) => [key, null])) : one,
            )
          : value,
      ),
    ],
  },
  {
    id: 'some-records-have-fewer-fields',
    title: 'every third record omits fields without a value',
    chooses: ['records.presence'],
    hooks: [
      presented((one, index) =>
        index % 3 === 0
          ? Object.fromEntries(Object.entries(one).filter(([name, value]) => name === 'id' || value !== null))
          : one,
      ),
    ],
    warnings: {
      rules: ['records.shown'],
      because:
        'The document does not specify which fields may be absent, but a field that no record has causes a warning.',
    },
  },
  {
    id: 'the-list-of-applications-leaves-out-their-texts',
    title: 'the list of applications leaves out notes, descriptions and certifications, and a read by id shows them',
    chooses: ['records.presence'],
    hooks: [
      on(
        'getApplications',
        record((one) => Object.fromEntries(Object.entries(one).filter(([name]) => !OF_DETAILS.has(name)))),
      ),
    ],
    warnings: {
      rules: ['records.shown'],
      because:
        'The document does not specify which fields a list shows, but a field that no record has causes a warning.',
    },
  },
  {
    id: 'some-records-do-not-show-values-that-they-are-found-by',
    title: 'two of five records lack fields by whose values they are filtered and sorted',
    chooses: ['records.presence'],
    hooks: [
      presented((one) =>
        Object.fromEntries(
          Object.entries(one).filter(([name]) => !HIDDEN.includes(name) || Number.parseInt(String(one.id), 16) % 5 > 1),
        ),
      ),
    ],
  },
  {
    id: 'records-carry-fields-that-the-document-does-not-name',
    title: 'records have undocumented fields',
    chooses: ['records.presence'],
    hooks: [presented((one) => ({ ...one, x_internal: { deep: [1] }, extra: null }))],
  },
  {
    id: 'records-carry-each-field-under-a-second-spelling-too',
    title: 'records also have each field under a second spelling',
    chooses: ['records.presence'],
    hooks: [
      presented((one) => ({
        ...one,
        ...Object.fromEntries(
          Object.entries(one).map(([name, value]) => [
            name.replace(/[A-Z]/g, (upper) => `_${upper.toLowerCase()}`),
            value,
          ]),
        ),
      })),
    ],
  },
  {
    id: 'a-field-is-in-one-record-of-many-and-a-look-alike-of-it-in-all',
    title: 'a field is in one record of many, and a similarly named one in all',
    chooses: ['records.presence'],
    hooks: [inOneOfMany],
  },
  {
    title: 'a parent is in few records of a list, and in their details',
    chooses: ['records.presence'],
    hooks: [
      presented(({ parentId, ...one }) => ({
        ...one,
        ...(parentId !== undefined && /[0-2]$/.test(String(one.id)) && { parentId }),
      })),
    ],
  },
  {
    title: 'consumptions are of most users alone, under ids of their own',
    chooses: ['records.presence'],
    hooks: [
      on(['getApplicationUsersConsumptions', 'getSubscriptionUserConsumptions'], (steps) => ({
        collect: (context) =>
          steps
            .collect(context)
            .filter((_one, index) => index % 3 !== 0)
            .map((one) => ({ ...one, id: `${String(one.id).slice(0, -4)}c0de` })),
      })),
    ],
  },
  {
    title: 'the subscriptions of a user have the ids of the assignments',
    chooses: ['records.presence'],
    hooks: [
      on('getUserSubscriptions', (steps) => ({
        collect: (context) => {
          const { userId = '' } = context.params;
          return steps
            .collect(context)
            .map((one) => ({ ...one, id: `${userId.slice(0, 8)}${String(one.id).slice(8)}` }));
        },
      })),
    ],
  },
  {
    title: 'licenses have the ids of subscriptions, some of which have no users',
    chooses: ['records.presence'],
    hooks: [unassignedLicenses],
  },
  {
    title: 'records have an undocumented object with a few documented names',
    chooses: ['records.presence'],
    hooks: [presented((one) => ({ ...one, data: { id: one.id, name: one.name } }))],
  },
];
