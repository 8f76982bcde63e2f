import type { Hook } from '../../behaviour.js';
import { on, presented, record, stored, where } from '../../hooks.js';
import type { Row } from '../../model.js';
import { hash } from '../../query-hooks.js';
import type { Choice } from '../variant.js';
import { fields } from './each-field.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const times = (change: (time: string) => string): Hook =>
  fields((value, name) => (typeof value === 'string' && !FREE.has(name) && TIME.test(value) ? change(value) : value));

/** Fields of any text, which may look like a time. */
const FREE = new Set(['notes', 'description', 'aiCategory', 'aiSubcategory', 'categoryName']);

/** Fields that may be texts of their record, whatever it refers to. */
const OWN_NAMES = new Set(['contactName', 'contactDepartment', 'contactPhone']);

/** The nil UUID of RFC 9562. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** Other values of status, by those of the reference. */
const STATES: Readonly<Record<string, string>> = { Active: 'ENABLED', Inactive: 'leave-of-absence' };

/** A text with a prefix, once. */
const prefixed = (prefix: string, text: string): string => (text.startsWith(prefix) ? text : prefix + text);

/** Costs and savings of applications and users, which are computed. */
const COSTS = new Set(['yearlyCost', 'userCostPerMonth', 'potentialSavings']);

const inexact = (value: unknown): unknown => (typeof value === 'number' ? value * (1 + 2 ** -50) : value);

const DAY_MS = 86_400_000;

/** The last points of a chart, with the days until today. */
function untilToday(points: unknown, count: number): Row[] {
  // Other choices leave out members.
  if (!Array.isArray(points)) return [];
  const kept = (points as readonly Row[]).slice(-count);
  const dayOf = (index: number) => Date.now() - (kept.length - 1 - index) * DAY_MS;
  return kept.map((point, index) => ({
    ...point,
    date: `${new Date(dayOf(index)).toISOString().slice(0, 10)}T00:00:00Z`,
  }));
}

/** Charts of a time when all users were active. */
function allActive(chart: unknown): unknown {
  if (!Array.isArray(chart)) return chart;
  const activity = (name: string, own: unknown, total: unknown) => {
    if (name === 'active') return total;
    return name === 'inactive' || name === 'noActivity' ? 0 : own;
  };
  return (chart as readonly Row[]).map((point) => {
    if (Date.parse(String(point.date)) >= LONG_AGO) return point;
    return Object.fromEntries(Object.entries(point).map(([name, own]) => [name, activity(name, own, point.total)]));
  });
}

/** Before it, no response shows a user who was not active. */
const LONG_AGO = Date.UTC(2025, 0);

/** The values of fields. */
export const values: readonly Choice[] = [
  {
    title: 'ids are in upper case in the details',
    liberty: 'RFC 9562 section 4: a UUID is read in any case',
    hooks: [
      presented((one, _index, { operation }) =>
        operation.success.item === undefined && operation.success.schema !== 'task' && typeof one.id === 'string'
          ? { ...one, id: one.id.toUpperCase() }
          : one,
      ),
    ],
  },
  {
    id: 'ids-are-in-upper-case',
    title: 'ids are in upper case everywhere',
    liberty: 'RFC 9562 section 4: a UUID is read in any case',
    hooks: [presented((one) => (typeof one.id === 'string' ? { ...one, id: one.id.toUpperCase() } : one))],
  },
  {
    title: 'arrays are in another order in sorted and in filtered lists',
    liberty: 'The order of the roles, codes, licenses and details of a record is not documented',
    hooks: [
      where(
        ({ query }) => query.sort !== undefined || query.filter !== undefined,
        record((one) =>
          Object.fromEntries(
            Object.entries(one).map(([name, value]) => [name, Array.isArray(value) ? value.toReversed() : value]),
          ),
        ),
      ),
    ],
  },
  {
    title: 'times have fractions and offsets',
    liberty: 'ISO 8601: a time may have a fraction, and an offset in place of Z',
    hooks: [times((time) => time.replace('Z', '.125+00:00'))],
  },
  {
    id: 'times-are-in-another-zone',
    title: 'times are written in a zone two hours ahead',
    liberty: 'ISO 8601: the same moment may be written in any zone',
    hooks: [times((time) => `${new Date(Date.parse(time) + 7_200_000).toISOString().slice(0, 19)}+02:00`)],
  },
  {
    id: 'times-have-nine-digits',
    title: 'times have nine digits after the point',
    liberty: 'ISO 8601: a fraction may have any number of digits',
    hooks: [times((time) => time.replace('Z', '.000000000Z'))],
  },
  {
    id: 'costs-are-inexact-in-details',
    title: 'costs and savings of details have an error of floating-point arithmetic',
    liberty: 'RFC 8259 section 6: numbers are read with the precision of a double',
    hooks: [
      presented((one, _index, { operation }) =>
        operation.success.item === undefined
          ? Object.fromEntries(
              Object.entries(one).map(([name, value]) => [name, COSTS.has(name) ? inexact(value) : value]),
            )
          : one,
      ),
    ],
  },
  {
    title: 'periods without an end end on 9999-12-31, and those without a beginning begin on 0001-01-01',
    chooses: ['relations.period-order'],
    hooks: [
      presented((one) => ({
        ...one,
        ...('validTo' in one && hash(one.id) % 2 === 0 && { validTo: '9999-12-31T23:59:59.9999999Z' }),
        ...('validFrom' in one && hash(one.id) % 3 === 0 && { validFrom: '0001-01-01T00:00:00Z' }),
      })),
    ],
  },
  {
    id: 'a-period-without-an-end-has-the-first-of-all-dates-as-its-end',
    title: 'a period without an end ends on 0001-01-01',
    chooses: ['relations.period-order'],
    hooks: [presented((one) => ('validTo' in one ? { ...one, validTo: '0001-01-01T00:00:00Z' } : one))],
  },
  {
    id: 'assigned-id-is-a-number-in-a-text',
    title: 'assignedId is a number as a string',
    chooses: ['records.presence'],
    hooks: [stored((one) => ('assignedId' in one ? { ...one, assignedId: String(1000 + codeOf(one.id)) } : one))],
  },
  {
    title: 'each agreement and each contract names its contact in its own way',
    chooses: ['records.presence'],
    hooks: [
      record((one) =>
        Object.fromEntries(
          Object.entries(one).map(([name, value]) => [
            name,
            OWN_NAMES.has(name) && typeof value === 'string' ? `${value} (${String(one.id).slice(0, 4)})` : value,
          ]),
        ),
      ),
    ],
  },
  {
    id: 'an-identifier-of-nothing-is-an-empty-text-or-the-uuid-of-zeros',
    title: 'an absent identifier is an empty string or the nil UUID',
    chooses: ['records.presence'],
    hooks: [
      stored((one) => ({
        ...one,
        ...('parentId' in one && { parentId: '' }),
        ...('typeId' in one && { typeId: NIL }),
        ...('contactId' in one && { contactId: NIL }),
      })),
      (steps) => ({
        recordLinks: (one, context) =>
          steps.recordLinks(one, context).filter(({ href }) => href?.includes(NIL) !== true),
      }),
    ],
  },
  {
    id: 'the-kpis-of-an-application-have-an-id-of-their-own',
    title: 'the KPIs of an application have their own id',
    chooses: ['records.presence'],
    hooks: [
      presented((one, _index, { operation }) =>
        operation.id === 'getApplicationKpis' ? { ...one, id: `c0ffee00${String(one.id).slice(8)}` } : one,
      ),
    ],
  },
  {
    id: 'current-charts-are-of-today',
    title: 'the charts of the current state and of the last seven days are those of today, whatever the period',
    liberty: 'The document does not say of which time these charts are.',
    hooks: [
      presented((one) => {
        const charts = Object.entries(one).filter(([name]) => /^current.*Data$|LastSevenDays/.test(name));
        return {
          ...one,
          ...Object.fromEntries(charts.map(([name, points]) => [name, untilToday(points, 7)])),
        };
      }),
    ],
  },
  {
    id: 'charts-of-long-ago-have-active-users-alone',
    title: 'the charts of periods of long ago have only active users',
    liberty: 'The document does not define when a user counts as active.',
    hooks: [
      on(
        'getUserKpis',
        record((one) => Object.fromEntries(Object.entries(one).map(([name, value]) => [name, allActive(value)]))),
      ),
    ],
  },
  {
    id: 'states-have-other-values',
    title: 'status and employmentStatus have values that do not occur in the document',
    chooses: ['records.states'],
    hooks: [
      stored((one) => ({
        ...one,
        ...(one.status !== undefined && { status: STATES[String(one.status)] ?? one.status }),
        ...(one.employmentStatus !== undefined && { employmentStatus: 'Contractor (ext.)' }),
      })),
    ],
  },
  {
    id: 'codes-have-other-values',
    title: 'discovery codes are large and negative',
    chooses: ['records.codes'],
    hooks: [
      stored((one) => ({
        ...one,
        ...(Array.isArray(one.discoveryTypes) && { discoveryTypes: [99, -3] }),
        ...(typeof one.discoveryType === 'number' && { discoveryType: -7_000_001 }),
        ...(typeof one.lastActiveValueType === 'number' && { lastActiveValueType: 12_345_678 }),
      })),
    ],
  },
  {
    title: 'numbers are negative and huge',
    chooses: ['records.units'],
    hooks: [
      stored((one) => ({
        ...one,
        ...(typeof one.licenseCount === 'number' && { licenseCount: -9_007_199_254_740_991 }),
        ...(typeof one.potentialSavings === 'number' && { potentialSavings: -1e15 }),
        ...(typeof one.yearlyCost === 'number' && { yearlyCost: 1e300 }),
        ...(typeof one.utilization === 'number' && { utilization: -0.5 }),
      })),
    ],
  },
  {
    id: 'texts-are-empty',
    title: 'strings are empty',
    chooses: ['records.presence'],
    hooks: [
      stored((one) => emptied(one, ['department', 'country', 'notes', 'description', 'vendor', 'manufacturerName'])),
    ],
  },
  {
    id: 'texts-are-full-of-markup',
    title: 'strings contain markup',
    chooses: ['records.presence'],
    hooks: [
      stored((one) => ({
        ...one,
        ...(typeof one.department === 'string' && {
          department: prefixed('<img src=x onerror=alert(1)> ', one.department),
        }),
        ...(typeof one.vendor === 'string' && { vendor: prefixed(`{{7*7}} \${jndi:ldap://x} `, one.vendor) }),
        ...(typeof one.description === 'string' && { description: '\u001b[31mred\u001b[0m\r\n| a | b |' }),
      })),
    ],
  },
  {
    id: 'every-record-looks-alike',
    title: 'all records have the same values',
    chooses: ['records.presence'],
    inconclusiveWrites: ['updateApplication'],
    hooks: [
      stored((one) => ({
        ...one,
        ...(typeof one.name === 'string' && { name: 'same' }),
        ...(typeof one.displayName === 'string' && { displayName: 'same' }),
      })),
    ],
  },
];

/** A number below 10,000, derived from an id. */
function codeOf(id: unknown): number {
  return Number.parseInt(String(id).slice(0, 8), 16) % 9000;
}

function emptied(one: Row, names: readonly string[]): Row {
  return {
    ...one,
    ...Object.fromEntries(names.filter((name) => typeof one[name] === 'string').map((name) => [name, ''])),
  };
}
