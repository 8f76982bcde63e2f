// Mutation tests of the folders of the engine that decide verdicts and restore records, each with the quick tests
// beside it: `npm run mutation -- report oracle/settle.ts`. Without arguments: all folders. See CONTRIBUTING.md.
import process from 'node:process';
import { Stryker } from '@stryker-mutator/core';

/** The tests of each folder, as globs: those that need no server and no real time. */
const TESTS = {
  client: [
    'tests/engine/client/{answer,body,cause,failure,json-text,redaction,retry,secret-values,target-health,throttle}.test.ts',
  ],
  // Without filter-judge.slow.test.ts, whose stores take seconds.
  oracle: [
    'tests/oracle/{collations,compare-values,evaluate,instants,null-policies,settle,small-stores,sort-judge,sort-key,truth}.test.ts',
  ],
  report: ['tests/engine/report/*.test.ts', 'tests/baseline/pattern.test.ts'],
  writes: [
    'tests/engine/writes/{bulk-lane,journal-state*,read-journal,record-*,refreshed-copies,restore-link,restorer,task-patience,waiting}.test.ts',
  ],
};
/** The lowest share of killed mutants, of those that a test covers, in percent. */
const LEAST = 85;

const args = process.argv.slice(2);
const parts = args.length > 0 ? args : Object.keys(TESTS);
const folderOf = (part) => part.split('/')[0];
const unknown = parts.find((part) => !Object.hasOwn(TESTS, folderOf(part)));
if (unknown !== undefined) {
  console.error(`no mutation tests for "${unknown}"; choose from ${Object.keys(TESTS).join(', ')}, or a file in them`);
  process.exit(2);
}

const scores = [];
for (const part of parts) {
  const name = part.replace(/\.ts$/, '').replaceAll('/', '-');
  process.env.MUTATION_TESTS = TESTS[folderOf(part)].join(' ');
  const mutants = await new Stryker({
    mutate: [`engine/${part.endsWith('.ts') ? part : `${part}/**/*.ts`}`],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'build/mutation-tests.mjs', related: false },
    coverageAnalysis: 'perTest',
    // The mutants of a constant at the top of a file would need every test once more.
    ignoreStatic: true,
    // The wording of messages has tests of its own; a condition on a text has other mutants.
    mutator: { excludedMutations: ['StringLiteral'] },
    ignorePatterns: ['coverage', 'docs', '.touchstone', 'reporters/html'],
    tempDirName: `coverage/stryker-${name}`,
    // Stryker cannot read a tsconfig with TypeScript 7, and needs it only for paths outside of the project.
    tsconfigFile: 'none',
    reporters: ['progress-append-only', 'clear-text', 'json'],
    jsonReporter: { fileName: `coverage/mutation-${name}.json` },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
    timeoutMS: 5000,
  }).runMutationTest();
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const covered = killed + mutants.filter(({ status }) => status === 'Survived').length;
  const uncovered = mutants.filter(({ status }) => status === 'NoCoverage').length;
  scores.push({ part, killed, covered, uncovered });
}
for (const { part, killed, covered, uncovered } of scores) {
  const share = ((100 * killed) / covered).toFixed(1);
  console.log(`engine/${part}: ${killed} of ${covered} covered mutants killed (${share} %), ${uncovered} not covered`);
}
if (scores.some(({ killed, covered }) => killed < (covered * LEAST) / 100)) process.exitCode = 1;
