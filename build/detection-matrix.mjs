import { operations } from '../contract/operations/index.js';
import { plan } from '../engine/run/plan.js';
import { isJudge, isWrite } from '../engine/run/rule.js';
import { callsOf } from '../power/calls.js';
import { inject } from '../power/inject.js';
import { Recording } from '../power/recording.js';
import { roundTripOf } from '../proof/reference-round-trip.js';
import { createReference } from '../reference/index.js';
import { suites } from '../suites/index.js';
import { outcomesOf, targetOf } from './offline-run.mjs';

/** A limit that no check reaches: with any limit, checks send few requests each. */
export const LIMIT = 1_000_000;
/** Enough data that every rule is conclusive. */
export const SIZES = { applications: 41, users: 137, subscriptions: 12, agreements: 31, contracts: 23 };

/**
 * Which checks notice which faults in the reference, and with which requests. A unit is the plain request of an operation
 * with all of its judge rules, named after the operation, or one other check with them. `noticed` has the rules that fail by
 * the id of the fault.
 */
export async function detectionMatrix(faults, onProgress) {
  const reference = createReference({ seed: 7, sizes: SIZES });
  await reference.app.ready();
  try {
    const target = targetOf(reference);
    const source = new Recording().serve(roundTripOf(reference));
    const units = await unitsOf(target, source);
    for (const [index, fault] of faults.entries()) {
      await judge(fault, units.get(fault.operation) ?? [], target, source);
      onProgress(index + 1, faults.length);
    }
    return [...units.values()].flat();
  } finally {
    await reference.close();
  }
}

/** Adds a fault to the units that notice it; to that of the plain request alone if it does, which all others send too. */
async function judge(fault, units, target, source) {
  const calls = callsOf(target, operations);
  for (const unit of units) {
    const { roundTrip } = inject(fault, calls, source);
    const results = await outcomesOf(unit.checks, target, roundTrip, { maxRequests: LIMIT });
    const failed = unit.passed.filter((id) => results.get(id) === 'fail');
    if (failed.length === 0) continue;
    unit.noticed.set(
      fault.id,
      failed.map((id) => id.split('/')[1]),
    );
    if (unit.rule === null) return;
  }
}

/** The units of each operation, with what they send and which of their checks pass on the reference. */
async function unitsOf(target, source) {
  const checks = plan(suites, {}).filter(
    ({ excluded, rule, level }) => excluded === null && !isWrite(rule) && level !== 'gap',
  );
  const units = new Map();
  for (const { operation } of checks) {
    if (units.has(operation.id)) continue;
    const own = checks.filter((check) => check.operation === operation);
    const judges = own.filter(({ rule }) => isJudge(rule));
    const asks = own.filter(({ rule }) => !isJudge(rule));
    const made = [];
    made.push(await unitOf(operation, null, judges, target, source));
    for (const check of asks) made.push(await unitOf(operation, check, [check, ...judges], target, source));
    units.set(operation.id, made);
  }
  return units;
}

async function unitOf(operation, check, checks, target, source) {
  const id = check?.id ?? operation.id;
  const times = new Map();
  const watched = (request) => {
    const key = `${request.method} ${request.path} ${request.headers.authorization}`;
    times.set(key, (times.get(key) ?? 0) + 1);
    return source(request);
  };
  const outcomes = await outcomesOf(checks, target, watched, { maxRequests: LIMIT });
  const passed = [...outcomes].filter(([, outcome]) => outcome === 'pass').map(([check]) => check);
  // Other checks share the first response to a request, and no later one.
  const requests = [...times].flatMap(([key, count]) =>
    Array.from({ length: count }, (_unused, index) => (index === 0 ? key : `${key} ${index} ${id}`)),
  );
  return { id, operation: operation.id, rule: check?.rule.id ?? null, checks, passed, requests, noticed: new Map() };
}
