import type { Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import { recordsOf } from '../../engine/run/judge-state.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, isRecord, type JsonRecord } from '../../engine/session/page.js';
import { plural } from '../../numbers/plural.js';
import { isList } from './applies.js';
import { detailIds, listOf } from './detail-ids.js';
import { fieldsOfKind } from './fields.js';
import { paramsFor } from './params-for.js';

/** The fewest records that all have the time of their response: one or two may have changed at this moment. */
const SEVERAL = 3;
/** How far a time may be from that of the response, whose header shows whole seconds. */
const NEAR_MS = 3000;
/** How long to wait before the records are read again. */
const PAUSE_MS = 2000;

/** A record as one response shows it. */
interface Shown {
  readonly record: JsonRecord;
  readonly index: number;
  readonly answer: Answer;
}

/**
 * A date and time is that of the record: if several records have that of the response each time that they are read, the target
 * fills in the present time. Records that were all created a moment ago keep their time.
 */
export const ownTimes: AskRule = {
  id: 'records.own-times',
  clause: 'records.own-times',
  needs: ['records'],
  from: 'standard',
  appliesTo: (operation) => timesIn(operation).length > 0 && (isList(operation) || listOf(operation) !== null),
  async ask(context) {
    const first = await read(context);
    const fields = timesIn(context.operation);
    const compared = fields.filter((field) => withTime(first, field).length >= SEVERAL);
    if (compared.length === 0) context.lacksData(`fewer than ${SEVERAL} records with a time were read`);
    const suspects = compared.filter((field) => areOfResponse(first, field));
    if (suspects.length === 0) return;
    await context.world.session.pause(PAUSE_MS);
    const later = await read(context, 'own times');
    for (const field of suspects.filter((one) => areOfResponse(later, one) && haveMoved(first, later, one))) {
      const shown = withTime(later, field);
      const [{ record, index, answer }] = shown as [Shown];
      const message = `${field} of each of ${plural(shown.length, 'record')} is the time of the response, whenever it is read`;
      context.report(answer, {
        at: isList(context.operation) ? `/items/${index}/${field}` : `/${field}`,
        expected: 'a time of the record',
        actual: String(record[field]),
        message,
      });
    }
  },
};

/** The documented times with a zone, and so of a known moment. */
function timesIn(operation: Operation): string[] {
  return fieldsOfKind(operation, 'date-time');
}

async function read(context: AskContext, again?: string): Promise<Shown[]> {
  const options = again === undefined ? {} : { again };
  const answers = isList(context.operation)
    ? [(await context.page({}, options)).answer]
    : await Promise.all(
        (await detailIds(context)).map(({ id }) =>
          context.ask({}, { params: paramsFor(context.operation, id), valid: true, ...options }),
        ),
      );
  return answers.flatMap((answer) =>
    recordsOf(context.operation, answer.status === 200 ? answer.value : null).flatMap((record, index) =>
      isRecord(record) ? [{ record, index, answer }] : [],
    ),
  );
}

/** The records with a value of a field, without users who are online and so active at this moment. */
function withTime(shown: readonly Shown[], field: string): Shown[] {
  const mayBeNow = ({ isOnline }: JsonRecord) => field === 'lastActive' && isOnline === true;
  return shown.filter(({ record }) => !Number.isNaN(timeOf(record, field)) && !mayBeNow(record));
}

function timeOf(record: JsonRecord, field: string): number {
  const { [field]: value } = record;
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

/** Whether every record has the time of its response, by the clock of the target. */
function areOfResponse(shown: readonly Shown[], field: string): boolean {
  const timed = withTime(shown, field);
  const isNear = ({ record, answer }: Shown) => {
    const clock = Date.parse(answer.header('date') ?? '');
    const now = Number.isNaN(clock) ? answer.startedAt + answer.durationMs : clock;
    return Math.abs(timeOf(record, field) - now) <= NEAR_MS;
  };
  return timed.length >= SEVERAL && timed.every(isNear);
}

/** Whether each record that was read twice has a later time. */
function haveMoved(first: readonly Shown[], later: readonly Shown[], field: string): boolean {
  const before = new Map(withTime(first, field).map(({ record }) => [identity(record), timeOf(record, field)]));
  const both = withTime(later, field).filter(({ record }) => before.has(identity(record)));
  const isLater = ({ record }: Shown) => timeOf(record, field) > (before.get(identity(record)) ?? 0);
  return both.length >= SEVERAL && both.every(isLater);
}
