// Writes suites/detection-order.ts: the checks of reads in the order in which they notice most for their requests.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { otherMutants, sampleMutants } from '../bench/peers/subjects.mjs';
import { faults } from '../faults/index.js';
import { sampleOf } from '../power/sample.js';
import { mutants } from '../reference/mutants/index.js';
import { detectionMatrix } from './detection-matrix.mjs';
import { orderOf } from './greedy-order.mjs';
import { noticedMutants, PLACES } from './noticed-mutants.mjs';

/** About how many faults are injected, a share of each operator. */
const SAMPLE = Number(process.argv[2] ?? 800);
/** The mutants of each of the two samples that `npm run bench:peers` measures the order with take no part in making it. */
const HELD_OUT = 30;
/** The part of the weight of a kind of fault that the first operation at which it is noticed has: real mistakes mostly concern several. */
const ANYWHERE = 0.3;
/**
 * The part of the weight of a mutant that the same defect at the other operations has, until so many requests are sent, and then:
 * with few requests, checks that notice much at any operation find more mutants that have no part in the order.
 */
const ELSEWHERE = { early: 0.8, later: 0.5 };
const EARLY = 150;

const units = await detectionMatrix(sampleOf(faults, SAMPLE), (done, all) => {
  if (done % 100 === 0) console.error(`${done} of ${all} faults`);
});
const heldOut = new Set([...sampleMutants(HELD_OUT), ...otherMutants(HELD_OUT)].map(({ id }) => id));
const tried = mutants.filter(({ id, data }) => data !== 'writes' && !heldOut.has(id));
const noticed = await noticedMutants(tried, (done, all) => {
  if (done % 100 === 0) console.error(`${done} of ${all} mutants`);
});
const operations = [...new Set(units.map(({ operation }) => operation))];
const order = orderOf(units, [
  { deviations: [...ofFaults(), ...ofMutants(ELSEWHERE.early)], until: EARLY },
  { deviations: [...ofFaults(), ...ofMutants(ELSEWHERE.later)], until: Number.POSITIVE_INFINITY },
]);
writeFileSync(join(import.meta.dirname, '..', 'suites', 'detection-order.ts'), moduleOf(order));

/** The units of an operation that notice what the plain request shows, or what some rules show. */
function unitsWith(operation, rules) {
  const own = units.filter((unit) => unit.operation === operation);
  return rules.has(null) ? own : own.filter(({ rule }) => rules.has(rule));
}

/**
 * All faults, each with the units that notice it: those of the rules that noticed its operator where that was tried, since
 * a rule does the same at each operation.
 */
function ofFaults() {
  const rulesOf = new Map();
  const operatorOf = new Map(faults.map(({ id, operator }) => [id, operator]));
  for (const { rule, noticed } of units)
    for (const id of noticed.keys()) {
      const operator = operatorOf.get(id);
      rulesOf.set(operator, (rulesOf.get(operator) ?? new Set()).add(rule));
    }
  const seen = faults
    .filter(({ operator }) => rulesOf.has(operator))
    .map(({ operator, operation }) => ({ kind: operator, units: unitsWith(operation, rulesOf.get(operator)) }));
  const known = seen.filter((one) => one.units.length > 0);
  const counts = new Map();
  for (const { kind } of known) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return known.map(({ kind, units: noticing }) => ({
    kind,
    units: noticing,
    first: ANYWHERE / counts.size / 2,
    each: (1 - ANYWHERE) / counts.get(kind) / counts.size / 2,
  }));
}

/**
 * The mutants of reads that a run with few requests for each check notices, with the units that notice them, and the same rules
 * at all other operations, since a defect that was written for one operation can be in any.
 */
function ofMutants(elsewherePart) {
  // A judge rule checks the responses that other checks request.
  const shownBy = new Map();
  for (const { rule, noticed: faultsSeen } of units)
    for (const failed of faultsSeen.values())
      for (const one of failed) shownBy.set(one, (shownBy.get(one) ?? new Set()).add(rule));
  const asked = new Set(units.map(({ rule }) => rule));
  const seeing = (operation, rules) =>
    rules.flatMap((rule) => unitsWith(operation, asked.has(rule) ? new Set([rule]) : (shownBy.get(rule) ?? new Set())));
  const known = tried
    .map(({ id, seenFrom }) => {
      const failed = noticed.get(id).map((check) => check.split('/'));
      const rules = [...new Set(failed.map(([, rule]) => rule))];
      // The same rules notice it at the operations at which it was not tried.
      const other = seenFrom.slice(PLACES).flatMap((operation) => seeing(operation, rules));
      return {
        id,
        rules,
        own: [...failed.flatMap(([operation, rule]) => seeing(operation, [rule])), ...other],
        places: operations.filter((operation) => seeing(operation, rules).length > 0),
      };
    })
    .filter(({ own }) => own.length > 0);
  const weight = 1 / known.length / 2;
  const deviations = known.map(({ id, own }) => ({
    kind: id,
    units: own,
    first: 0,
    each: weight * (1 - elsewherePart),
  }));
  const elsewhere = new Map();
  for (const { rules, places } of known)
    for (const operation of places) {
      const kind = `${rules} ${operation}`;
      const before = elsewhere.get(kind) ?? { kind, units: seeing(operation, rules), first: 0, each: 0 };
      elsewhere.set(kind, { ...before, each: before.each + (weight * elsewherePart) / places.length });
    }
  return [...deviations, ...elsewhere.values()];
}

/** The numbers of requests as text, in which a row of them is `first-last`. */
function rangesOf(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const starts = sorted.filter((one, index) => index === 0 || sorted[index - 1] !== one - 1);
  const ends = sorted.filter((one, index) => sorted[index + 1] !== one + 1);
  return starts.map((start, index) => (start === ends[index] ? `${start}` : `${start}-${ends[index]}`)).join();
}

function moduleOf(all) {
  const numbers = new Map([...new Set(all.flatMap(({ requests }) => requests))].map((one, index) => [one, index]));
  const lines = all.map(
    ({ id, requests, gain }) => `${id} ${rangesOf(requests.map((one) => numbers.get(one)))} ${(gain * 100).toFixed(3)}`,
  );
  return `import type { Ranked } from '../engine/run/within-requests.js';

/**
 * Generated by \`npm run detection\`, from faults that are injected into the reference, and from its mutants. Each line is a
 * check, or an operation for its plain request, with the numbers of the requests that it sends, which others may send too, and
 * the share of the deviations in percent that it notices and those above it do not. Checks that add nothing are absent.
 */
const ORDER = \`
${lines.join('\n')}
\`;

/** The checks of reads in the order in which they notice most for their requests. */
export const DETECTION_ORDER: readonly Ranked[] = ORDER.trim()
  .split('\\n')
  .map((line) => {
    const [id = '', requests = '', gain] = line.split(' ');
    return { id, requests: requests.split(',').flatMap(numbersIn), gain: Number(gain) / 100 };
  });

/** The numbers from the first to the last of a range. */
function numbersIn(range: string): number[] {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_unused, index) => first + index);
}
`;
}
