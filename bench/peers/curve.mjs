// What touchstone notices with few requests: npm run bench:curve -- [--requests 150,500] [--registry 100] [--verbose]
// Counts the mutants that a run with so many requests notices: those of the two samples that have no part in the order of the
// checks, and a sample of the others. In this process, without a network.
import { parseArgs } from 'node:util';
import { outcomesOf, targetOf } from '../../build/offline-run.mjs';
import { createReference } from '../../dist/reference/index.js';
import { loadValidators } from '../../engine/session/validation.js';
import { roundTripOf } from '../../proof/reference-round-trip.js';
import { planOf } from '../../suites/plan-of.js';
import { otherMutants, sampleMutants, tenant } from './subjects.mjs';

/** The mutants of each sample that has no part in the order. */
const HELD_OUT = 30;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '150,500' },
    registry: { type: 'string', default: '100' },
    verbose: { type: 'boolean' },
  },
});
const samples = {
  'peer sample': sampleMutants(HELD_OUT),
  'others held out': otherMutants(HELD_OUT),
  'the registry': otherMutants(HELD_OUT + Number(values.registry)).slice(HELD_OUT),
};
// jiti returns a module that is still being evaluated to a second import of it.
await loadValidators('object');
const limits = values.requests.split(',').map(Number);

/**
 * Whether a run with so many requests notices a mutant: `named` if a rule that it names fails, at an operation that it names,
 * and `any` if anything fails, which is what counts for other tools.
 */
async function noticedOf({ mutant: { rules, seenFrom }, hooks }, maxRequests) {
  const reference = createReference({ tenant, hooks });
  await reference.app.ready();
  try {
    const checks = planOf({ maxRequests });
    const outcomes = await outcomesOf(checks, targetOf(reference), roundTripOf(reference), { maxRequests });
    const isFailed = (check) => outcomes.get(check) === 'fail';
    const named = seenFrom.some((operation) => rules.some((rule) => isFailed(`${operation}/${rule}`)));
    return { named, any: [...outcomes.keys()].some(isFailed) };
  } finally {
    await reference.close();
  }
}

async function share(name, subjects, limit) {
  const counts = { named: 0, any: 0 };
  for (const subject of subjects) {
    const { named, any } = await noticedOf(subject, limit);
    if (named) counts.named += 1;
    if (any) counts.any += 1;
    if (values.verbose && !named)
      console.error(`${limit} requests, ${name}: ${any ? 'noticed by another check' : 'not noticed'}: ${subject.id}`);
  }
  return `${counts.named} of ${subjects.length}, ${counts.any} by any check`;
}

const names = Object.keys(samples);
console.log(`| requests at most | ${names.join(' | ')} |`);
console.log(`| --- | ${names.map(() => '---').join(' | ')} |`);
for (const limit of limits) {
  const cells = [];
  for (const [name, subjects] of Object.entries(samples)) cells.push(await share(name, subjects, limit));
  console.log(`| ${limit} | ${cells.join(' | ')} |`);
}
