import { availableParallelism } from 'node:os';
import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A project of its own name, in one process: isolation costs more than all of these tests. */
const project = (name: string, include: string[], rest = {}) => ({
  test: {
    name,
    include,
    pool: 'threads' as const,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    ...rest,
  },
});

/** What is tested here is the compiled command, so it is compiled first where that is needed. */
const compiled = { globalSetup: ['tests/package/build-if-stale.ts'], testTimeout: 180_000 };

// `npm test` leaves out these files, and `npm run test:all`, which CI runs, does not. A file is slow where it takes more
// than about ten seconds.
const SLOW = 'tests/**/*.slow.test.ts';
const leftOut = (mode: string): string[] => (mode === 'quick' ? [SLOW] : []);
const BROWSER = 'tests/**/*.browser.test.ts';
/** What measures how long a page takes. */
const TIMED_BROWSER = 'tests/**/large-run.browser.test.ts';

/** A page is polled for longer than a second where the machine is busy. */
const inBrowser = { testTimeout: 180_000, expect: { poll: { timeout: 30_000 } } };

/** The slow files run first: a long one that began last would leave the other workers without work. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => moduleId.endsWith('.slow.test.ts');
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig(({ mode }) => ({
  test: {
    sequence: { sequencer: SlowFirst },
    // Most of the longest tests compute, and some only wait for a target: two workers more than there are cores.
    maxWorkers: availableParallelism() + 2,
    projects: [
      // One project for quick and slow files: each project loads what its tests import once more.
      project('tests', ['tests/**/*.test.ts'], {
        exclude: ['tests/package/**', BROWSER, ...leftOut(mode)],
        setupFiles: ['tests/seeded.ts'],
      }),
      project('package', ['tests/package/**/*.test.ts'], { exclude: leftOut(mode), ...compiled }),
      // A browser is several processes: it runs after the others, so that neither slows the other down.
      project('browser', [BROWSER], {
        ...inBrowser,
        exclude: [TIMED_BROWSER],
        maxWorkers: 2,
        sequence: { groupOrder: 1 },
      }),
      project('browser-timed', [TIMED_BROWSER], { ...inBrowser, maxWorkers: 1, sequence: { groupOrder: 2 } }),
      // The checks themselves; TOUCHSTONE_BASE_URL and others say of what. Those of the reference have the same seed each time.
      project('conformance', ['conformance/**/*.test.ts'], {
        env: env.TOUCHSTONE_BASE_URL || env.TOUCHSTONE_SEED ? {} : { TOUCHSTONE_SEED: '1' },
      }),
    ],
  },
}));
