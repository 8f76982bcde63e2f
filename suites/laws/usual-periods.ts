import type { Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { requiredQuery } from '../../engine/session/world.js';
import { takesPeriod } from './applies.js';

interface Period {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  /** How the times of the period end, if it has times. */
  readonly zone?: string;
}

/** A period with nothing special about it. */
const PLAIN: Period = { what: 'some days of a month', from: '2023-12-04', to: '2023-12-12' };

/** Periods that a target answers if it answers the plain one: they are as long, and later, so that data of them are kept if those of it are. */
const ALIKE: readonly Period[] = [
  { what: 'a leap day', from: '2024-02-29', to: '2024-03-08' },
  { what: 'the end of a year', from: '2023-12-24', to: '2023-12-31' },
  { what: 'the turn of a year', from: '2023-12-27', to: '2024-01-04' },
];
/** The same moments as those of the plain period, in another notation. */
const WITH_FRACTION: Period = { ...PLAIN, what: 'fractions of a second', zone: '.000Z' };
const WITH_OFFSET: Period = { ...PLAIN, what: 'an offset from UTC', zone: '+02:00' };

/** A period that a target may reject, but to which it returns no server error. */
const ONE_DAY: Period = { what: 'the same date twice', from: '2024-03-04', to: '2024-03-04' };
export const LONG_AGO: Period = { what: 'dates of long ago', from: '1969-12-28', to: '1970-01-04' };
const FUTURE = 'dates of the future';
/** Where the document lists no 4xx status, a target may reject a date that is beyond its types with a 500. */
const unusual = ({ statuses }: Operation): readonly Period[] => [
  LONG_AGO,
  { what: 'several years', from: '2015-01-01', to: '2024-12-31' },
  // The last dates of many types: a target may add a day to them.
  statuses.includes(400)
    ? { what: FUTURE, from: '9999-12-24', to: '9999-12-31' }
    : { what: FUTURE, from: '2120-01-01', to: '2120-01-08' },
];

export const usualPeriods: AskRule = {
  id: 'errors.valid-periods',
  clause: 'errors.valid-periods',
  from: 'standard',
  needs: ['answer'],
  appliesTo: takesPeriod,
  async ask(context) {
    const hasTimes = takesTimes(context.operation);
    const plain = await askPeriod(context, PLAIN);
    if (hasTimes) await compareNotations(context, plain);
    for (const period of [...ALIKE, ...(hasTimes ? [WITH_OFFSET] : [])]) {
      const answer = await askPeriod(context, period);
      if (answer.status === 200 || (answer.status < 500 && plain.status !== 200)) continue;
      report(context, answer, period, plain.status === 200 ? '200' : 'no 5xx');
    }
    for (const period of [ONE_DAY, ...unusual(context.operation)]) {
      const answer = await askPeriod(context, period);
      if (answer.status >= 500) report(context, answer, period, '200, or a 4xx status');
    }
  },
};

/** Reports a period that is rejected in one notation alone: both are usual forms of a time. */
async function compareNotations(context: AskContext, plain: Answer): Promise<void> {
  const fraction = await askPeriod(context, WITH_FRACTION);
  const isRejected = ({ status }: Answer) => status === 400 || status === 422;
  if (plain.status === 200 && isRejected(fraction)) report(context, fraction, WITH_FRACTION, '200');
  const whole = { ...PLAIN, what: 'whole seconds' };
  if (fraction.status === 200 && isRejected(plain)) report(context, plain, whole, '200');
}

/** Whether an operation takes the dates of a period with times. */
function takesTimes(operation: Operation): boolean {
  return Object.values(requiredQuery(operation)).some((text) => text.length > 10);
}

/** The query for a period, in the form that an operation takes. */
export function periodQuery(operation: Operation, { from, to, zone = 'Z' }: Period) {
  const text = (date: string) => (takesTimes(operation) ? `${date}T00:00:00${zone}` : date);
  return { fromDate: text(from), toDate: text(to) };
}

async function askPeriod(context: AskContext, period: Period): Promise<Answer> {
  const query = periodQuery(context.operation, period);
  const answer = await context.ask(query);
  // A target may reject a period; what it returns for one is a record like any other.
  if (answer.status === 200) await context.ask(query, { valid: true });
  return answer;
}

function report(context: AskContext, answer: Answer, { what, from, to }: Period, expected: string): void {
  const message = `a request for a period with ${what} (${from} to ${to}) returned ${answer.summary}`;
  context.report(answer, { at: 'status', expected, actual: answer.summary, message });
}
