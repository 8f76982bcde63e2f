import { statSync } from 'node:fs';
import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/** Runs short files first: a mutant ends with the first test that fails. */
class ShortestFirst extends BaseSequencer {
  async sort(files) {
    return files.toSorted((one, other) => statSync(one.moduleId).size - statSync(other.moduleId).size);
  }
}

/** The vitest config of the mutation tests of one folder of the engine, for the quick tests beside it. */
export default defineConfig({
  test: {
    include: env.MUTATION_TESTS.split(' '),
    exclude: ['**/*.slow.test.ts'],
    setupFiles: ['tests/seeded.ts'],
    isolate: false,
    testTimeout: 30_000,
    sequence: { sequencer: ShortestFirst },
  },
});
