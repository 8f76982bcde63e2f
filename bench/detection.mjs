// Which defects of the users operations a standard run still notices when the tenant grows: jiti bench/detection.mjs.
// `--users 1000,100000` and `--defects 10` change it; `--output FILE` writes the counts as JSON.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { outcomesOf, targetOf } from '../build/offline-run.mjs';
import { plan } from '../engine/run/plan.js';
import { isWrite } from '../engine/run/rule.js';
import { roundTripOf } from '../proof/reference-round-trip.js';
import { createReference, generateTenant } from '../reference/index.js';
import { mutants } from '../reference/mutants/index.js';
import { suites } from '../suites/index.js';
import { IN_FEW_RECORDS } from './in-few-records.mjs';

const OPERATIONS = ['getUsers', 'getUser'];
const SEED = 1;
/** A defective reference makes each list for each request, which takes long in a large tenant. */
const TIMEOUT_MS = 600_000;

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000,10000,100000,1000000' },
    defects: { type: 'string', default: '20' },
    output: { type: 'string' },
  },
});
const isOwn = ({ data, reference, operations }) =>
  data !== 'writes' && reference === undefined && operations.every((id) => OPERATIONS.includes(id));
const all = mutants.filter(isOwn);
const count = Math.min(Number(values.defects), all.length);
const spread = Array.from({ length: count }, (_unused, index) => all[Math.floor((index * all.length) / count)]);
const defects = [
  ...spread.map(({ title, hook }) => ({ title, hookOf: () => hook, few: false })),
  ...IN_FEW_RECORDS.map((defect) => ({ ...defect, few: true })),
];
const checks = plan(suites, {}).filter(
  ({ excluded, rule, level, operation }) =>
    !excluded && !isWrite(rule) && level !== 'gap' && OPERATIONS.includes(operation.id),
);

/** The outcomes of the checks on a tenant with a defect. */
async function outcomes(tenant, hooks) {
  const reference = createReference({ tenant, hooks });
  await reference.app.ready();
  try {
    return await outcomesOf(checks, targetOf(reference), roundTripOf(reference), { timeoutMs: TIMEOUT_MS });
  } finally {
    await reference.close();
  }
}

const sizes = values.users.split(',').map(Number);
const noticed = new Map(defects.map(({ title }) => [title, []]));
for (const users of sizes) {
  const tenant = generateTenant({ seed: SEED, sizes: { users } });
  // Read once, so that the references that share the tenant need not make the records.
  tenant.users.records.at(0);
  const plain = await outcomes(tenant, []);
  for (const { title, hookOf } of defects) {
    const own = await outcomes(tenant, [hookOf(tenant)]);
    const isNoticed = [...own].some(([id, outcome]) => outcome === 'fail' && plain.get(id) === 'pass');
    noticed.get(title).push(isNoticed);
    console.error(`${users} users: ${title}: ${isNoticed ? 'noticed' : 'not noticed'}`);
  }
}
const share = (few) =>
  sizes.map((_users, index) => {
    const own = defects.filter((defect) => defect.few === few);
    return { noticed: own.filter(({ title }) => noticed.get(title)[index]).length, of: own.length };
  });
const rows = [
  ['defect', ...sizes.map((users) => users.toLocaleString('en'))],
  ['---', ...sizes.map(() => ':-:')],
  ...defects.map(({ title }) => [title, ...noticed.get(title).map((is) => (is ? 'yes' : '**no**'))]),
];
for (const cells of rows) console.log(`| ${cells.join(' | ')} |`);
for (const [name, few] of [
  ['shown by any record', false],
  ['shown by few records', true],
])
  console.log(
    `${name}: ${share(few)
      .map(({ noticed, of }) => `${noticed} of ${of}`)
      .join(', ')}`,
  );
if (values.output !== undefined)
  writeFileSync(
    values.output,
    `${JSON.stringify(
      sizes.map((users, index) => ({ users, any: share(false)[index], few: share(true)[index] })),
      null,
      2,
    )}\n`,
  );
