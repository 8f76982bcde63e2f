import type { RunReport } from '../../schemas/generated/touchstone.js';
import { counted } from '../numbers.js';
import { type CheckChanges, checkChanges } from './checks.js';
import { type ObservationChange, observationChanges, type ShapeChange, shapeChanges } from './observations.js';
import { type TimeChanges, timeChanges } from './times.js';

/** How a run differs from one before it. */
export interface Comparison {
  /** Why the later run is worse; empty where it is not. */
  readonly worse: readonly string[];
  /** What else is not the same in the two runs, so that a difference may come from that. */
  readonly notes: readonly string[];
  readonly checks: CheckChanges;
  /** Operations that were exercised and are not any more, though nobody left them out. */
  readonly lost: RunReport['operations'];
  readonly observations: readonly ObservationChange[];
  readonly shapes: readonly ShapeChange[];
  readonly times: TimeChanges;
}

/** Compares two runs. Worse is what a client loses: a new failure, an operation that is not exercised, a run that decides nothing. */
export function compareReports(before: RunReport, after: RunReport): Comparison {
  const checks = checkChanges(before, after);
  const exercised = new Set(before.operations.filter(({ state }) => state === 'exercised').map(({ id }) => id));
  const lost = after.operations.filter(({ id, state }) => state === 'explained' && exercised.has(id));
  return {
    worse: worseThings(before, after, checks, lost),
    notes: notesOf(before, after, checks),
    checks,
    lost,
    observations: observationChanges(before, after),
    shapes: shapeChanges(before, after),
    times: timeChanges(before, after),
  };
}

function worseThings(
  before: RunReport,
  after: RunReport,
  { failing }: CheckChanges,
  lost: RunReport['operations'],
): string[] {
  const worse = failing.filter((failure) => failure.worse);
  const newly = worse.filter(({ was }) => was !== 'fail').length;
  const further = worse.length - newly;
  const broken = new Set(before.checks.filter(({ outcome }) => outcome === 'error').map(({ id }) => id));
  const errors = after.checks.filter(({ id, outcome }) => outcome === 'error' && !broken.has(id));
  const inconclusive = after.verdict === 'inconclusive' && before.verdict !== 'inconclusive';
  return [
    ...(newly > 0 ? [`${counted(newly, 'check')} newly ${newly === 1 ? 'fails' : 'fail'}`] : []),
    ...(further > 0
      ? [`${counted(further, 'check')} that failed before ${further === 1 ? 'fails' : 'fail'} in a new way`]
      : []),
    ...(errors.length > 0 ? [`touchstone itself fails in ${counted(errors.length, 'check')}`] : []),
    ...(inconclusive ? [`the later run is inconclusive: ${after.verdictReason}`] : []),
    ...(lost.length > 0 && after.incomplete === undefined
      ? [`${counted(lost.length, 'operation')} not exercised any more`]
      : []),
  ];
}

/** What two runs have to share to be compared without a second thought. */
function notesOf(before: RunReport, after: RunReport, { added, removed, notCompared }: CheckChanges): string[] {
  const other = added.length + removed.length;
  const changedRules =
    other > 0
      ? `: ${counted(added.length, 'check')} added, ${counted(removed.length, 'check')} removed, and none of it is the target's doing`
      : '';
  return [
    ...(before.target.baseUrl === after.target.baseUrl || (before.target.embedded && after.target.embedded)
      ? []
      : [`two targets: ${before.target.baseUrl} and ${after.target.baseUrl}`]),
    ...(before.touchstone === after.touchstone && other === 0
      ? []
      : [`two versions of touchstone: ${before.touchstone} and ${after.touchstone}${changedRules}`]),
    ...(before.target.wireForm === after.target.wireForm
      ? []
      : [`two wire forms: ${before.target.wireForm} and ${after.target.wireForm}`]),
    ...(before.selection.budget === after.selection.budget
      ? []
      : [
          `two budgets: ${before.selection.budget} and ${after.selection.budget}, so that one run asked more than the other`,
        ]),
    ...(before.seed === after.seed
      ? []
      : [`two seeds: ${before.seed} and ${after.seed}, so that some requests differ`]),
    ...(notCompared > 0 ? [`two selections: ${counted(notCompared, 'check')} of one run only, and not compared`] : []),
    ...(before.incomplete ? [`the earlier run is incomplete: ${before.incomplete.reason}`] : []),
    ...(after.incomplete ? [`the later run is incomplete: ${after.incomplete.reason}`] : []),
    ...(before.interrupted ? ['the earlier run was interrupted'] : []),
    ...(after.interrupted ? ['the later run was interrupted'] : []),
  ];
}
