import { afterAll } from 'vitest';
import { declareChecks } from '../../conformance/vitest.js';
import { createReference } from '../../reference/index.js';

const reference = createReference({
  sizes: { applications: 2, users: 5, subscriptions: 2, agreements: 3, contracts: 25 },
});
afterAll(() => reference.close());

// The checks are the tests of this file: all of them pass on the reference.
declareChecks(
  async () => {
    const { url: baseUrl } = await reference.listen();
    return { baseUrl, token: reference.token, fixtures: reference.fixtures };
  },
  { operations: ['getContracts'], rules: ['paging.*'], seed: 1 },
);
