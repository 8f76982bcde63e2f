import { plan } from '../engine/run/plan.js';
import { isWrite } from '../engine/run/rule.js';
import { roundTripOf } from '../proof/reference-round-trip.js';
import { createReference } from '../reference/index.js';
import { suites } from '../suites/index.js';
import { LIMIT, SIZES } from './detection-matrix.mjs';
import { outcomesOf, targetOf } from './offline-run.mjs';

/** The number of operations at which a mutant is checked: it has the same defect at each that it names. */
export const PLACES = 3;

/**
 * The checks that notice each mutant in a run with few requests for each check, as their ids by the id of the mutant: of the
 * rules that it names, at the first operations that it names.
 */
export async function noticedMutants(mutants, onProgress) {
  const checks = plan(suites, {}).filter(
    ({ excluded, rule, level }) => excluded === null && !isWrite(rule) && level !== 'gap',
  );
  const noticed = new Map();
  for (const [index, mutant] of mutants.entries()) {
    noticed.set(mutant.id, await noticedOf(mutant, checks));
    onProgress(index + 1, mutants.length);
  }
  return noticed;
}

async function noticedOf({ rules, seenFrom, hook }, checks) {
  const operations = seenFrom.slice(0, PLACES);
  const own = checks.filter(({ operation, rule }) => operations.includes(operation.id) && rules.includes(rule.id));
  if (own.length === 0) return [];
  const reference = createReference({ seed: 7, sizes: SIZES, hooks: [hook] });
  await reference.app.ready();
  try {
    const outcomes = await outcomesOf(own, targetOf(reference), roundTripOf(reference), { maxRequests: LIMIT });
    return own.map(({ id }) => id).filter((id) => outcomes.get(id) === 'fail');
  } finally {
    await reference.close();
  }
}
