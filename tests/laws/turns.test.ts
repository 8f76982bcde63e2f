import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkReference } from '../conformance/check-reference.js';

/** The credentials that a check of an operation sends, without the given one. */
async function credentialsAt(operation: string, budget: 'standard' | 'thorough'): Promise<Set<string>> {
  const sent = new Set<string>();
  const listening: Hook = (steps) => ({
    authorize: (context) => {
      if (context.operation.id === operation) sent.add(String(context.headers.authorization ?? 'none').trim());
      steps.authorize(context);
    },
  });
  const options = { operations: [operation], rules: ['authorization.status'], budget };
  await checkReference({ reference: { hooks: [listening], token: 'given' }, options });
  sent.delete('Bearer given');
  return sent;
}

it('operations take turns with an empty credential, a wrong one and one of another scheme, and the budget thorough has both at each', async () => {
  const [none, empty, wrong] = ['none', 'Bearer', 'Bearer touchstone-wrong-credential'];

  expect(await credentialsAt('getApplications', 'standard')).toEqual(new Set([none, expect.stringMatching(/^Basic /)]));
  expect(await credentialsAt('getApplicationUsers', 'standard')).toEqual(new Set([none, wrong]));
  expect(await credentialsAt('getApplication', 'standard')).toEqual(new Set([none, empty]));
  expect(await credentialsAt('getApplication', 'thorough')).toEqual(new Set([none, empty, wrong]));
});
