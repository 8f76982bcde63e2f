// Compares what `power` states with what real runs notice:
// npm run prediction -- [--mutants N] [--faults N] [--law LAW ...] [--tenant NAME ...], with so many mutants and faults of each law.
// For each law and each of three tenants: the share of the injected deviations that a run would notice, and the share of
// the mutants of the registry that a run on the same data notices. What either misses is printed on stderr.
import { parseArgs } from 'node:util';
import { described } from '../conformance/interface.js';
import { plan } from '../engine/run/plan.js';
import { isWrite } from '../engine/run/rule.js';
import { faults } from '../faults/index.js';
import { Recording } from '../power/recording.js';
import { Rejudge } from '../power/rejudge.js';
import { roundTripOf } from '../proof/reference-round-trip.js';
import { createReference, generateTenant } from '../reference/index.js';
import { mutants } from '../reference/mutants/index.js';
import { suites } from '../suites/index.js';
import { outcomesOf, targetOf } from './offline-run.mjs';

/** The tenants: few records, those of a usual proof, and lists of several pages of the default size. */
const TENANTS = {
  poor: { applications: 3, users: 6, subscriptions: 2, agreements: 2, contracts: 2 },
  usual: { applications: 14, users: 40, subscriptions: 6, agreements: 12, contracts: 11 },
  rich: { applications: 41, users: 137, subscriptions: 12, agreements: 31, contracts: 23 },
};
const SEED = 7;
/** Two cheap reads, of which at least one is not broken, so that the target does not look unavailable. */
const COMPANIONS = ['getApplicationsKpis', 'getUserKpis'];
/** The difference that is promised, in percentage points. */
const CLOSE = 5;

const { values: given } = parseArgs({
  options: {
    mutants: { type: 'string', default: 'Infinity' },
    faults: { type: 'string', default: 'Infinity' },
    law: { type: 'string', multiple: true },
    tenant: { type: 'string', multiple: true },
  },
});
const [mostMutants, mostFaults] = [Number(given.mutants), Number(given.faults)];
const checks = plan(suites, {}).filter(({ excluded, rule, level }) => !excluded && !isWrite(rule) && level !== 'gap');
const lawOf = ({ breaks }) => (breaks[0] ?? '').split('.')[0];
const reading = mutants.filter(({ data, reference }) => data !== 'writes' && reference === undefined);
const laws = given.law ?? [...new Set(reading.map(lawOf))].toSorted();

console.log('| tenant | law | injected deviations noticed | mutants noticed | difference |');
console.log('| ------ | --- | --------------------------- | --------------- | ---------- |');
for (const [name, sizes] of Object.entries(TENANTS)) {
  if (given.tenant?.includes(name) === false) continue;
  const tenant = generateTenant({ seed: SEED, sizes });
  const reference = createReference({ tenant });
  await reference.app.ready();
  const target = targetOf(reference);
  const recording = new Recording();
  const plainTrip = recording.serve(roundTripOf(reference));
  const plain = await outcomesOf(checks, target, plainTrip);
  const exchanges = [...recording.exchanges];
  for (const law of laws) {
    const stated = await power(law, target, new Recording(Number.POSITIVE_INFINITY, exchanges));
    const noticed = await reality(law, { tenant, target, plain, plainTrip });
    console.log(`| ${name} | ${law} | ${words(stated)} | ${words(noticed)} | ${differenceOf(stated, noticed)} |`);
  }
  await reference.close();
}

/** What the power of a run states of a law. */
async function power(law, target, recording) {
  const own = spread(
    faults.filter((fault) => lawOf(fault) === law),
    mostFaults,
  );
  const rejudge = new Rejudge({ target, described, checks, seed: 1, budget: 'standard', recording });
  const counts = { noticed: 0, all: 0 };
  for (const fault of own) {
    const { outcome } = await rejudge.judge(fault);
    if (outcome === 'noticed') counts.noticed += 1;
    if (outcome === 'noticed' || outcome === 'missed') counts.all += 1;
    if (outcome === 'missed') console.error(`missed deviation ${fault.id}`);
  }
  return counts;
}

/** What real runs notice of the mutants of a law that change a response. */
async function reality(law, { tenant, target, plain, plainTrip }) {
  const own = spread(
    reading.filter((mutant) => lawOf(mutant) === law),
    mostMutants,
  );
  const counts = { noticed: 0, all: 0 };
  for (const mutant of own) {
    const broken = createReference({ tenant, hooks: [mutant.hook] });
    await broken.app.ready();
    const brokenTrip = roundTripOf(broken);
    let changed = false;
    const watched = async (request) => {
      const reply = await brokenTrip(request);
      const usual = await plainTrip(request);
      changed ||= reply.status !== usual.status || !reply.body.equals(usual.body) || !isSameType(reply, usual);
      return reply;
    };
    const seeing = new Set([...mutant.operations, ...mutant.seenFrom, ...COMPANIONS]);
    const selected = checks.filter(({ operation }) => seeing.has(operation.id));
    const outcomes = await outcomesOf(selected, target, watched);
    await broken.close();
    const isNoticed = [...outcomes].some(([id, outcome]) => outcome === 'fail' && plain.get(id) === 'pass');
    if (isNoticed) counts.noticed += 1;
    if (isNoticed || changed) counts.all += 1;
    if (changed && !isNoticed) console.error(`missed mutant ${mutant.id}`);
  }
  return counts;
}

// Hoisted, since the loop above runs before the declarations of constants here.
function isSameType(one, other) {
  return one.headers['content-type'] === other.headers['content-type'];
}

/** At most so many, at even distances. */
function spread(all, most) {
  const count = Math.min(most, all.length);
  return Array.from({ length: count }, (_unused, index) => all[Math.floor((index * all.length) / count)]);
}

/** The difference of two shares in percentage points, marked if it is larger than is promised. */
function differenceOf(stated, noticed) {
  if (stated.all === 0 || noticed.all === 0) return '-';
  const points = (stated.noticed / stated.all - noticed.noticed / noticed.all) * 100;
  return `${points.toFixed(1)}${Math.abs(points) > CLOSE ? ' (far)' : ''}`;
}

function words({ noticed, all }) {
  return all === 0 ? 'none' : `${noticed} of ${all} (${((noticed / all) * 100).toFixed(1)} %)`;
}
