import fc from 'fast-check';
import type { Answer } from '../../../engine/client/answer.js';
import type { WriteRule } from '../../../engine/run/rule.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { isUpdate } from '../applies.js';
import { allFlags, fieldsOfFlags, markersOf, order } from './bulk/order.js';
import { brief, differingFields, isSuccess, ownFields, readUntil, recordOf } from './compare.js';
import { flagFields, textFields, update } from './merge-patch/changes.js';
import { readBy } from './read-by.js';
import { smallestFailure } from './shrunk.js';

const RUNS = 5;
const STEPS = 16;
const LONGEST = 8;

/** The expected fields of the record, and the task of the last bulk update. */
interface Model {
  fields: Readonly<Record<string, unknown>>;
  task: string | null;
}

/** A step after which the target and the model differ. */
class Diverged extends Error {
  constructor(
    readonly answer: Answer,
    readonly at: string,
    readonly expected: string,
    readonly actual: string,
    /** The fields of the record that differ. */
    readonly fields: readonly string[] = [],
  ) {
    super('the target and the model differ');
  }
}

type Step = fc.AsyncCommand<Model, WriteContext>;

/** A step of a sequence: what it does to the target and to the model, and its description. */
function step(
  words: string,
  run: (model: Model, context: WriteContext) => Promise<void>,
  check = (_m: Model) => true,
): Step {
  return { check: (model) => check(model as Model), run, toString: () => words };
}

/** Throws if the record still differs from the model after the consistency window. */
async function agree(model: Model, context: WriteContext): Promise<void> {
  const { value: now } = await readUntil(context, context.record, model.fields);
  compare(context.last, now, model);
}

function compare(answer: Answer | undefined, now: JsonRecord, { fields }: Model): void {
  const [name] = differingFields(now, fields);
  if (name === undefined || answer === undefined) return;
  throw new Diverged(answer, `/${name}`, brief(fields[name]), brief(now[name]), [name]);
}

const reads = step('read', agree);

const readsTask = step(
  'read the last task',
  async ({ task }, context) => {
    const { value: answer, held } = await context.until(
      () => readBy(context, context.kind.bulk.task, task ?? ''),
      // How long a task can be read is unspecified.
      (read) => !isSuccess(read) || recordOf(read)?.status === 'Complete',
    );
    if (!held) throw new Diverged(answer, '/status', 'Complete', brief(recordOf(answer)?.status));
  },
  ({ task }) => task !== null,
);

function updates(changes: Readonly<Record<string, unknown>>): Step {
  return step(`update ${JSON.stringify(changes)}`, async (model, context) => {
    const whole = { ...model.fields, ...changes };
    const answer = await update(context, context.record, whole);
    // When a target rejects an update is unspecified: a rule of its own may exclude these values, and then nothing changes.
    if (answer.status === 400) return agree(model, context);
    if (!isSuccess(answer)) throw new Diverged(answer, 'status', '200', answer.summary);
    if (differingFields(model.fields, changes).length === 0) await context.settled();
    model.fields = whole;
    const answered = recordOf(answer);
    if (answered !== null) compare(answer, answered, model);
    await agree(model, context);
  });
}

function updatesInBulk(flags: Readonly<Record<string, boolean>>): Step {
  return step(`bulk update ${JSON.stringify(flags)}`, async (model, context) => {
    const rest = Object.entries(context.kind.bulk.flags).map(([marker, field]) => [
      marker,
      model.fields[field] === true,
    ]);
    const given = { ids: [context.record.id], flags, rest: Object.fromEntries(rest) };
    const { end } = await order(context, given);
    const changed = fieldsOfFlags(context, flags);
    if (differingFields(model.fields, changed).length === 0) await context.settled();
    model.fields = { ...model.fields, ...changed };
    model.task = end.id;
    await agree(model, context);
  });
}

/** The steps of a sequence: updates of flags and strings, and bulk updates of one flag if the target supports them. */
function stepsOf(context: WriteContext, bulk: boolean): fc.Arbitrary<Step>[] {
  const flags = fc.record(Object.fromEntries(flagFields(context).map((name) => [name, fc.boolean()])));
  const texts = fc.record(
    Object.fromEntries(textFields(context).map((name) => [name, fc.constantFrom('touchstone', 'touchstone again')])),
  );
  const update = fc.tuple(flags, texts).map(([one, other]) => updates({ ...one, ...other }));
  const marker = fc.constantFrom(...markersOf(context));
  const inBulk = fc.tuple(marker, fc.boolean()).map(([name, value]) => updatesInBulk({ [name]: value }));
  return [update, update, fc.constant(reads), ...(bulk ? [inBulk, fc.constant(readsTask)] : [])];
}

/** Brings the record into the initial state of every sequence. */
async function beginning(context: WriteContext): Promise<Model> {
  const { record } = context;
  const fields = { ...ownFields(context, record), ...fieldsOfFlags(context, allFlags(context, false)) };
  const answer = await update(context, record, fields);
  if (!isSuccess(answer)) context.inconclusive(`an update returned ${answer.summary} (see updates.effect)`);
  await readUntil(context, record, fields);
  return { fields, task: null };
}

export const sequences: WriteRule = {
  id: 'writes.sequences',
  clause: 'writes.sequences',
  needs: [],
  records: 1,
  long: true,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    await beginning(context);
    const flags = allFlags(context, true);
    const bulk = await context.attempt(() => order(context, { ids: [record.id], flags }));
    // The task may be complete before its effect, which would then undo the first steps.
    if (bulk !== null) await readUntil(context, record, fieldsOfFlags(context, flags));
    const sequence = fc.commands(stepsOf(context, bulk !== null), {
      maxCommands: LONGEST,
      size: 'max',
      disableReplayLog: true,
    });
    const failure = await smallestFailure(
      sequence,
      async (steps) => {
        const model = await beginning(context);
        try {
          await fc.asyncModelRun(() => ({ model, real: context }), steps);
          return null;
        } catch (error) {
          if (error instanceof Diverged) return { diverged: error, steps: String(steps) };
          throw error;
        }
      },
      { seed: context.seed, runs: RUNS, steps: STEPS },
    );
    if (failure === null) return;
    const { answer, at, expected, actual, fields } = failure.fault.diverged;
    const bound = failure.cut ? ' (a shorter sequence may fail too: shrinking reached its limit)' : '';
    const message = `after ${failure.fault.steps} on a record with all flags cleared, ${at} is ${actual}, not ${expected}${bound}`;
    // A re-run may differ in another field, so the field is in the message and not in the place of the finding.
    context.report(answer, {
      at: '',
      fields,
      expected: 'the record with the last written value of each field',
      actual,
      message,
    });
  },
};
