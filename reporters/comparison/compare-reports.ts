import type { RunReport } from '../../schemas/generated/touchstone.js';
import { isDecided } from '../../schemas/run-summary.js';
import { counted } from '../numbers.js';
import { type CheckChanges, checkChanges } from './checks.js';
import { type ObservationChange, observationChanges, type ShapeChange, shapeChanges } from './observations.js';
import { isPowerComparable, type PowerFall, powerFalls } from './power.js';
import { type ComparisonResult, comparisonResult } from './result.js';
import { type TimeChanges, timeChanges } from './times.js';

/** How a run differs from an earlier one. */
export interface Comparison {
  readonly result: ComparisonResult;
  /** Why the later run is worse; empty if it is not. */
  readonly worse: readonly string[];
  /** Other things that differ between the runs and may explain a difference. */
  readonly notes: readonly string[];
  readonly checks: CheckChanges;
  /** Operations that were exercised before and are not now, although checks that exercised them are still selected. */
  readonly lost: RunReport['operations'];
  readonly observations: readonly ObservationChange[];
  readonly shapes: readonly ShapeChange[];
  readonly times: TimeChanges;
  /** Where the later run would notice fewer deviations; empty if the power of both was not measured in the same way. */
  readonly power: readonly PowerFall[];
}

/**
 * Compares two runs. A run is worse with a new failure, an internal error or an operation no longer exercised. What an
 * incomplete or inconclusive run lacks does not count: it was not judged.
 */
export function compareReports(before: RunReport, after: RunReport): Comparison {
  const checks = checkChanges(before, after);
  const exercised = exercisedBefore(before, after);
  const lost = after.operations.filter(({ id, state }) => state === 'explained' && exercised.has(id));
  const worse = regressions(before, after, checks, lost);
  return {
    result: comparisonResult(after, worse.length > 0),
    worse,
    notes: notesOf(before, after, checks),
    checks,
    lost,
    observations: observationChanges(before, after),
    shapes: shapeChanges(before, after),
    times: timeChanges(before, after),
    power: powerFalls(before, after),
  };
}

/** The operations that the earlier run exercised with checks that the later run selects too. */
function exercisedBefore(before: RunReport, after: RunReport): ReadonlySet<string> {
  const selected = new Set(after.checks.filter(({ outcome }) => outcome !== 'excluded').map(({ id }) => id));
  return new Set(
    before.checks.filter((check) => isDecided(check) && selected.has(check.id)).map((one) => one.operation),
  );
}

function regressions(
  before: RunReport,
  after: RunReport,
  { failing }: CheckChanges,
  lost: RunReport['operations'],
): string[] {
  const worse = failing.filter((failure) => failure.worse);
  const further = worse.filter(({ was }) => was === 'fail').length;
  const unselected = worse.filter(({ was }) => was === 'excluded').length;
  const newly = worse.length - further - unselected;
  const broken = new Set(before.checks.filter(({ outcome }) => outcome === 'error').map(({ id }) => id));
  const errors = after.checks.filter(({ id, outcome }) => outcome === 'error' && !broken.has(id));
  const judged = after.incomplete === undefined && after.verdict !== 'inconclusive';
  return [
    ...(newly > 0 ? [`${counted(newly, 'check')} newly ${newly === 1 ? 'fails' : 'fail'}`] : []),
    ...(further > 0
      ? [`${counted(further, 'check')} that failed before ${further === 1 ? 'fails' : 'fail'} in a new way`]
      : []),
    ...(unselected > 0
      ? [`${counted(unselected, 'check')} that the earlier run did not select ${unselected === 1 ? 'fails' : 'fail'}`]
      : []),
    ...(errors.length > 0 ? [`internal error of touchstone in ${counted(errors.length, 'check')}`] : []),
    ...(lost.length > 0 && judged ? [`${counted(lost.length, 'operation')} no longer exercised`] : []),
  ];
}

/** Differences in the settings of the two runs, which limit what a comparison means. */
function notesOf(before: RunReport, after: RunReport, { added, removed, notCompared }: CheckChanges): string[] {
  const other = added.length + removed.length;
  const changedRules =
    other > 0
      ? `: ${counted(added.length, 'check')} added, ${counted(removed.length, 'check')} removed, which is not a change of the target`
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
          `two budgets: ${before.selection.budget} and ${after.selection.budget}, so one run sent more requests than the other`,
        ]),
    ...(before.seed === after.seed ? [] : [`two seeds: ${before.seed} and ${after.seed}, so some requests differ`]),
    ...powerNotes(before, after),
    ...(notCompared > 0 ? [`two selections: ${counted(notCompared, 'check')} in one run only, not compared`] : []),
    ...(before.verdict === 'inconclusive' ? [`the earlier run is inconclusive: ${before.verdictReason}`] : []),
    ...(after.verdict === 'inconclusive' ? [`the later run is inconclusive: ${after.verdictReason}`] : []),
    ...(before.incomplete ? [`the earlier run is incomplete: ${before.incomplete.reason}`] : []),
    ...(after.incomplete ? [`the later run is incomplete: ${after.incomplete.reason}`] : []),
    ...(before.interrupted ? ['the earlier run was interrupted'] : []),
    ...(after.interrupted ? ['the later run was interrupted'] : []),
  ];
}

/** Why the power of the two runs is not compared, if both were measured. */
function powerNotes(before: RunReport, after: RunReport): string[] {
  if (before.power === undefined || after.power === undefined || isPowerComparable(before, after)) return [];
  return [`two extents of the power: ${before.power.extent} and ${after.power.extent}, so it is not compared`];
}
