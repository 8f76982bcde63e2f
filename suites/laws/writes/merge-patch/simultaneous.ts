import type { Answer } from '../../../../engine/client/answer.js';
import type { WriteRule } from '../../../../engine/run/rule.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isUpdate } from '../../applies.js';
import { sameValue } from '../../same-value.js';
import { brief, differingFields, type Expected, isSuccess, readUntil, recordOf } from '../compare.js';
import { flagFields, otherTexts, textFields, update } from './changes.js';

/** The number of rounds in which two updates overlap after which no more are sent, and the maximum number of rounds. */
const ENOUGH = 4;
const MOST = 12;

/** The changes of one of two updates, and what the other one contains. */
interface Change {
  readonly record: Held;
  readonly changes: Expected;
  readonly other: Expected;
}

/** A value of the other update in the response to an update, or in a read after it. */
interface Fault {
  readonly name: string;
  readonly answer: Answer;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly where: string;
}

export const simultaneous: WriteRule = {
  id: 'updates.simultaneous',
  clause: 'updates.simultaneous',
  needs: [],
  records: 2,
  fresh: true,
  appliesTo: isUpdate,
  async write(context) {
    let compared = 0;
    let accepted = 0;
    for (let round = 0; round < MOST && compared < ENOUGH; round += 1) {
      const pair = changesOf(context, round);
      const answers = await Promise.all(pair.map(({ record, changes }) => update(context, record, changes)));
      // A target may reject concurrent updates.
      if (!answers.every(isSuccess)) continue;
      accepted += 1;
      if (!overlap(answers)) continue;
      compared += 1;
      const faults = await faultsOf(context, pair, answers);
      if (faults.length === 0) continue;
      // In the first run, other checks send updates as well.
      if (context.look > 1 && (await occurAlone(context, round + 1)))
        context.inconclusive('updates that do not overlap show a difference too (see updates.effect)');
      for (const { name, answer, expected, actual, where } of faults) {
        const message = `${name} ${where} is ${brief(actual)}, as in a simultaneous update of another record, not ${brief(expected)}`;
        context.report(answer, { at: `/${name}`, expected: brief(expected), actual: brief(actual), message });
      }
      return;
    }
    if (accepted === 0) context.inconclusive('the target rejects one of two simultaneous updates');
    if (compared === 0) context.inconclusive('no two updates were sent before the response to one of them');
  },
};

/** Whether each request was sent, once, before the response to any other one. */
function overlap(answers: readonly Answer[]): boolean {
  const ends = answers.map(({ startedAt, durationMs }) => startedAt + durationMs);
  const lastStart = Math.max(...answers.map(({ startedAt }) => startedAt));
  return lastStart <= Math.min(...ends) && answers.every(({ attempts }) => attempts === 1);
}

/**
 * Opposite flags and different texts for the two records. No round gives a record what the other one had in the round before,
 * so that a value from before an update is not taken for that of the other update.
 */
function changesOf(context: WriteContext, round: number): Change[] {
  const bodies = context.records.map((_record, index) => ({
    ...Object.fromEntries(flagFields(context).map((name, place) => [name, flagOf(round, place) !== (index === 0)])),
    ...otherTexts(context, 2 * round + index + 1),
  }));
  return context.records.map((record, index) => {
    const other = { ...bodies[1 - index], id: context.records[1 - index]?.id };
    return { record, changes: bodies[index] ?? {}, other };
  });
}

/** The flag at a place in the first update of a round; the first flag is the same in all rounds. */
function flagOf(round: number, place: number): boolean {
  return place > 0 && Math.floor(round / 2 ** (place - 1)) % 2 === 1;
}

/** Whether updates of the two records, one after the other, show a difference as well. */
async function occurAlone(context: WriteContext, round: number): Promise<boolean> {
  for (const { record, changes } of changesOf(context, round)) {
    const answer = await update(context, record, changes);
    const answered = recordOf(answer);
    if (answered === null) return true;
    const expected = { ...changes, id: record.id };
    if (differingFields(answered, expected).some((name) => name in answered)) return true;
    if (differingFields(await readOnceShown(context, record, changes), changes).length > 0) return true;
  }
  return false;
}

/** Finds values of the other update in the responses and, if there are none, in reads of the records. */
async function faultsOf(
  context: WriteContext,
  pair: readonly Change[],
  answers: readonly Answer[],
): Promise<readonly Fault[]> {
  const inResponses = pair.flatMap((change, index) => {
    const answer = answers[index] as Answer;
    const answered = recordOf(answer) ?? {};
    return mixed(context, change, { record: answered, answer, where: 'in the response to an update' });
  });
  if (inResponses.length > 0) return inResponses;
  const faults: Fault[] = [];
  for (const change of pair) {
    const record = await readOnceShown(context, change.record, change.changes);
    const { last: answer } = context;
    if (answer !== undefined) faults.push(...mixed(context, change, { record, answer, where: 'in a read' }));
  }
  return faults;
}

/**
 * The fields with the value of the other update: the id or a text, or all flags, because another client may change one. Which
 * fields may be absent is unspecified.
 */
function mixed(
  context: WriteContext,
  { record: { id }, changes, other }: Change,
  { record, answer, where }: { readonly record: JsonRecord; readonly answer: Answer; readonly where: string },
): Fault[] {
  const expected: Expected = { ...changes, id };
  const names = differingFields(record, expected).filter(
    (name) => name in record && sameValue(name, record[name], other[name]),
  );
  const isCertain =
    names.some((name) => name === 'id' || textFields(context).includes(name)) ||
    flagFields(context).every((name) => names.includes(name));
  if (!isCertain) return [];
  return names.map((name) => ({ name, answer, expected: expected[name], actual: record[name], where }));
}

/** The record once a read shows the changes, or the last read of it. */
async function readOnceShown(context: WriteContext, record: Held, changes: Expected): Promise<JsonRecord> {
  const { value } = await readUntil(context, record, changes);
  return value;
}
