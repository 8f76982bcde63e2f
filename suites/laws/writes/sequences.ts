import fc from 'fast-check';
import type { Answer } from '../../../engine/client/answer.js';
import type { WriteRule } from '../../../engine/run/rule.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { isUpdate } from '../applies.js';
import { allFlags, fieldsOfFlags, markersOf, order } from './bulk/order.js';
import { readBy } from './bulk/tasks.js';
import { brief, differingFields, isSuccess, recordOf } from './compare.js';
import { flagFields, textFields, update } from './merge-patch/changes.js';
import { smallestFailure } from './shrunk.js';

const RUNS = 5;
const STEPS = 16;
const LONGEST = 8;

/** What the record must be, and the task of the last bulk update. */
interface Model {
  fields: Readonly<Record<string, unknown>>;
  task: string | null;
}

/** A step at which the target and the model part. */
class Parted extends Error {
  constructor(
    readonly answer: Answer,
    readonly at: string,
    readonly expected: string,
    readonly actual: string,
  ) {
    super('the target and the model part');
  }
}

type Step = fc.AsyncCommand<Model, WriteContext>;

/** A step of a sequence: what it does to the target and to the model, and how it reads. */
function step(
  words: string,
  run: (model: Model, context: WriteContext) => Promise<void>,
  check = (_m: Model) => true,
): Step {
  return { check: (model) => check(model as Model), run, toString: () => words };
}

/** Throws where the record is not what the model says, once it had the time to become so. */
async function agree(model: Model, context: WriteContext): Promise<void> {
  const { value: now } = await context.until(
    () => context.read(context.record),
    (read) => differingFields(read, model.fields).length === 0,
  );
  part(context.last, now, model);
}

function part(answer: Answer | undefined, now: JsonRecord, { fields }: Model): void {
  const [name] = differingFields(now, fields);
  if (name === undefined || answer === undefined) return;
  throw new Parted(answer, `/${name}`, brief(fields[name]), brief(now[name]));
}

const reads = step('read', agree);

const readsTask = step(
  'read the last task',
  async ({ task }, context) => {
    const answer = await readBy(context, context.kind.bulk.task, task ?? '');
    const status = recordOf(answer)?.status;
    // How long a task can be read is not shown.
    if (!isSuccess(answer) || status === 'Complete') return;
    throw new Parted(answer, '/status', 'Complete', brief(status));
  },
  ({ task }) => task !== null,
);

function updates(changes: Readonly<Record<string, unknown>>): Step {
  return step(`update ${JSON.stringify(changes)}`, async (model, context) => {
    const whole = { ...model.fields, ...changes };
    const answer = await update(context, context.record, whole);
    if (!isSuccess(answer)) throw new Parted(answer, 'status', '200', answer.summary);
    model.fields = whole;
    const answered = recordOf(answer);
    if (answered !== null) part(answer, answered, model);
    await agree(model, context);
  });
}

function updatesInBulk(flags: Readonly<Record<string, boolean>>): Step {
  return step(`bulk update ${JSON.stringify(flags)}`, async (model, context) => {
    const rest = Object.entries(context.kind.bulk.flags).map(([marker, field]) => [
      marker,
      model.fields[field] === true,
    ]);
    const { end } = await order(context, { ids: [context.record.id], flags, rest: Object.fromEntries(rest) });
    model.fields = { ...model.fields, ...fieldsOfFlags(context, flags) };
    model.task = end.id;
    await agree(model, context);
  });
}

/** The steps that a target takes: updates of flags and texts, and bulk updates of one flag where it takes them. */
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

/** Brings the record into the state that every sequence begins with. */
async function beginning(context: WriteContext): Promise<Model> {
  const { kind, record } = context;
  const own = Object.entries(context.watched(record.before)).filter(([name]) => !kind.follows.includes(name));
  const fields = { ...Object.fromEntries(own), ...fieldsOfFlags(context, allFlags(context, false)) };
  const answer = await update(context, record, fields);
  if (!isSuccess(answer)) context.inconclusive(`an update is answered with ${answer.summary} (see updates.effect)`);
  await context.until(
    () => context.read(record),
    (read) => differingFields(read, fields).length === 0,
  );
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
    const ids = [context.record.id];
    const bulk = await context.attempt(() => order(context, { ids, flags: allFlags(context, false) }));
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
          if (error instanceof Parted) return { parted: error, steps: String(steps) };
          throw error;
        }
      },
      { seed: context.seed, runs: RUNS, steps: STEPS },
    );
    if (failure === null) return;
    const { answer, at, expected, actual } = failure.fault.parted;
    const bound = failure.cut ? ' (it may not be the shortest: shrinking was cut)' : '';
    const message = `after ${failure.fault.steps} on a record with all flags off, ${at} is ${actual}, not ${expected}${bound}`;
    // Another look may part at another field: where it is is told, and is no part of the difference.
    context.report(answer, { at: '', expected: 'the record as the model has it', actual, message });
  },
};
