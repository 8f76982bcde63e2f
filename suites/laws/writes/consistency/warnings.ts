import { strangeValues, tornReads } from '../../../../consistency/at-rest.js';
import { type Call, type History, isWrite, type Operation } from '../../../../consistency/history.js';
import { timeline } from '../../../../consistency/timeline.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { brief } from '../compare.js';
import { BULK_UPDATE } from './client.js';
import { workloadRule } from './shared.js';
import type { Lost, Workload } from './workload.js';

const isBulk = ({ operation }: Pick<Call, 'operation'>): boolean =>
  operation.kind === 'write' && operation.by === BULK_UPDATE;

const isUndone = ({ lost, wasThere }: Lost): boolean => isBulk(lost) && wasThere;

export const lostUpdate = workloadRule('consistency.lost-update', (context, workload) => {
  reportLost(context, workload, (one) => !isUndone(one), 'is lost');
});

export const completedUndone = workloadRule('consistency.completed-undone', (context, workload) => {
  if (!workload.history.calls.some((call) => isBulk(call) && call.outcome === 'ok')) {
    context.inconclusive('no bulk update was completed among the concurrent requests');
  }
  reportLost(context, workload, isUndone, 'is undone by itself');
});

/** Reports the first lost write of those that belong to a rule. */
function reportLost(context: WriteContext, workload: Workload, takes: (lost: Lost) => boolean, what: string): void {
  const [one] = workload.lost.filter(takes);
  if (one === undefined) return;
  const { record, field, value, lost, read } = one;
  const set = valueIn(lost.operation, record, field);
  const calls = [...writersOf(workload.history, one), lost, ...(read === undefined ? [] : [read])];
  const name = isBulk(lost) ? 'a bulk update whose task is complete' : 'an accepted update';
  context.report(workload.answerTo(read ?? lost), {
    at: '',
    fields: [field],
    expected: 'the value of the last accepted write, or of one at the same time',
    actual: brief(value),
    message: `${name} ${what}: ${field} of ${record} is ${brief(value)} again, not ${brief(set)}${drawn(calls, workload)}`,
  });
}

/** The last write that set the value at rest, if there is one. */
function writersOf({ calls }: History, { record, field, value, lost }: Lost): Call[] {
  return calls
    .filter((call) => call !== lost && valueIn(call.operation, record, field) === value && isWrite(call))
    .slice(-1);
}

function valueIn(operation: Operation, record: string, field: string): unknown {
  return (operation.kind === 'write' ? operation.sets : operation.shows)[record]?.[field];
}

export const tornRecord = workloadRule('consistency.torn-record', (context, workload) => {
  const { history, texts } = workload;
  if (texts.length < 2) context.notApplicable('an update of this record has no two texts to compare');
  const [torn] = tornReads(history, texts);
  if (torn === undefined) return;
  const values = Object.values(torn.values);
  const writes = history.calls.filter(
    (call) =>
      isWrite(call) && texts.some((name) => values.includes(valueIn(call.operation, torn.record, name) as never)),
  );
  context.report(workload.answerTo(torn.read), {
    at: '',
    fields: texts,
    expected: `one value in ${texts.join(' and ')}, as every update sets it`,
    actual: brief(torn.values),
    message: `a read shows ${torn.record} half updated: ${brief(torn.values)}${drawn([...writes, torn.read], workload)}`,
  });
});

export const refusedShows = workloadRule('consistency.refused-shows', (context, workload) => {
  const { history, texts } = workload;
  if (texts.length === 0) context.notApplicable('an update of this record has no text that identifies it');
  if (!history.calls.some((call) => isWrite(call) && call.outcome === 'failed')) {
    context.inconclusive('no update was rejected');
  }
  const shown = strangeValues(history).find(({ refused }) => refused !== null);
  if (shown === undefined) return;
  const { record, field, value, read, refused } = shown;
  context.report(workload.answerTo(read), {
    at: '',
    fields: [field],
    expected: 'no value of a rejected update',
    actual: brief(value),
    message: `${field} of ${record} is ${brief(value)}, the value of an update that was rejected${drawn(refused === null ? [read] : [refused, read], workload)}`,
  });
});

/** Calls as a timeline, below a message. */
function drawn(calls: readonly Call[], { history }: Workload): string {
  return `\n${timeline({ initial: history.initial, calls: [...new Set(calls)] })}`;
}
