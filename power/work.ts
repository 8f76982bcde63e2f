import type { Interface } from '../engine/session/world.js';
import type { CheckOptions, TargetOptions } from '../engine/target/options.js';
import { resolveTarget } from '../engine/target/target.js';
import type { Fault } from '../faults/fault.js';
import { isWriteFault } from '../faults/index.js';
import { mostOf, planOf } from '../suites/plan-of.js';
import type { Judgement } from './judgement.js';
import type { MoreRequests } from './more-requests.js';
import { type Exchange, Recording } from './recording.js';
import { Rejudge } from './rejudge.js';
import { RejudgeWrites, type RejudgeWritesInput } from './rejudge-writes.js';

/** What decides which checks a run has. */
export type Selection = Pick<
  CheckOptions,
  'operations' | 'areas' | 'rules' | 'exclude' | 'level' | 'budget' | 'maxRequests'
>;

/** The options of a run that decide which checks it has, without what cannot be sent between threads. */
export function selectionOf({
  operations,
  areas,
  rules,
  exclude,
  level,
  budget,
  maxRequests,
}: CheckOptions): Selection {
  return {
    ...(operations && { operations }),
    ...(areas && { areas }),
    ...(rules && { rules }),
    ...(exclude && { exclude }),
    ...(level && { level }),
    ...(budget && { budget }),
    ...(maxRequests && { maxRequests }),
  };
}

/** A recorded run, in a form that can be sent between threads. */
export interface Work {
  readonly target: TargetOptions;
  readonly selection: Selection;
  readonly seed: number;
  readonly described: Interface;
  readonly exchanges: readonly Exchange[];
  /** What the run sent from its first write on; absent if it wrote nothing. */
  readonly writes?: WriteWork;
}

/** The recorded writes of a run. */
export interface WriteWork extends Pick<RejudgeWritesInput, 'late' | 'outcomes'> {
  readonly options: RejudgeWritesInput['options'] & Pick<CheckOptions, 'allowScopeAll'>;
}

/** Judges faults on a recorded run; offline, unless more requests are allowed for reads. */
export function judgeOf(work: Work, more?: MoreRequests): (fault: Fault) => Promise<Judgement> {
  const { target, selection, seed, described, writes } = work;
  const resolved = resolveTarget(target, described.operations);
  const exchanges = work.exchanges.map(withBuffer);
  const common = { target: resolved, described, seed, budget: selection.budget ?? 'standard' } as const;
  const late = writes?.late.map(withBuffer);
  let read: Rejudge | undefined;
  let written: RejudgeWrites | undefined;
  const ofReads = () =>
    new Rejudge({
      ...common,
      checks: planOf(selection),
      maxRequests: mostOf(selection),
      recording: new Recording(Number.POSITIVE_INFINITY, exchanges),
      ...(more && { more }),
    });
  return (fault) => {
    if (writes === undefined || late === undefined || !isWriteFault(fault)) {
      read ??= ofReads();
      return read.judge(fault);
    }
    written ??= new RejudgeWrites({
      ...common,
      ...writes,
      checks: planOf({ ...selection, ...writes.options }),
      exchanges,
      late,
    });
    return written.judge(fault);
  };
}

/** A body arrives in another thread as bytes that are no `Buffer`. */
function withBuffer({ request, response }: Exchange): Exchange {
  const { buffer, byteOffset, byteLength } = response.body;
  return { request, response: { ...response, body: Buffer.from(buffer, byteOffset, byteLength) } };
}
