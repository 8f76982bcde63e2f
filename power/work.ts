import type { Interface } from '../engine/session/world.js';
import type { CheckOptions, TargetOptions } from '../engine/target/options.js';
import { resolveTarget } from '../engine/target/target.js';
import type { Fault } from '../faults/fault.js';
import { mostOf, planOf } from '../suites/plan-of.js';
import type { Judgement } from './judgement.js';
import type { MoreRequests } from './more-requests.js';
import { type Exchange, Recording } from './recording.js';
import { Rejudge } from './rejudge.js';

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
}

/** Judges faults on a recorded run; offline, unless more requests are allowed. */
export function judgeOf(
  { target, selection, seed, described, exchanges }: Work,
  more?: MoreRequests,
): (fault: Fault) => Promise<Judgement> {
  const rejudge = new Rejudge({
    target: resolveTarget(target, described.operations),
    described,
    checks: planOf(selection),
    seed,
    budget: selection.budget ?? 'standard',
    maxRequests: mostOf(selection),
    recording: new Recording(Number.POSITIVE_INFINITY, exchanges.map(withBuffer)),
    ...(more && { more }),
  });
  return (fault) => rejudge.judge(fault);
}

/** A body arrives in another thread as bytes that are no `Buffer`. */
function withBuffer({ request, response }: Exchange): Exchange {
  const { buffer, byteOffset, byteLength } = response.body;
  return { request, response: { ...response, body: Buffer.from(buffer, byteOffset, byteLength) } };
}
