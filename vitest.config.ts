import { defineConfig } from 'vitest/config';

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

export default defineConfig({
  test: {
    // The longest tests compute; vitest would leave one core of two unused.
    maxWorkers: '100%',
    projects: [
      project('tests', ['tests/**/*.test.ts'], {
        exclude: ['tests/package/**', 'tests/reporters/html/**'],
        setupFiles: ['tests/seeded.ts'],
      }),
      // What is tested here is the compiled command, so it is compiled first where that is needed.
      project('package', ['tests/package/**/*.test.ts'], {
        globalSetup: ['tests/package/build-if-stale.ts'],
        testTimeout: 180_000,
      }),
      // A browser is several processes: it runs after the others, so that neither slows the other down.
      project('browser', ['tests/reporters/html/**/*.test.ts'], {
        maxWorkers: 1,
        sequence: { groupOrder: 1 },
        testTimeout: 180_000,
      }),
      // The checks themselves; TOUCHSTONE_BASE_URL and others say of what.
      project('conformance', ['conformance/**/*.test.ts']),
    ],
  },
});
