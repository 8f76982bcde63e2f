import { expect, it } from 'vitest';
import { refusal } from '../../reference/hooks.js';
import type { Row } from '../../reference/model.js';
import { checkReference, failures } from '../conformance/check-reference.js';

/** What the target adds to the error body of a request without a credential. */
const failuresWith = async (add: (data: Row) => Row): Promise<readonly string[]> => {
  const hook = (steps: Parameters<ReturnType<typeof refusal>>[0]) =>
    refusal((refused, context) => {
      if (refused.status !== 401) return refused;
      return { ...refused, body: { ...(refused.body as Row), ...add(steps.perform(context).body as Row) } };
    })(steps);
  const report = await checkReference({
    reference: { hooks: [hook] },
    options: { operations: ['getUser', 'getContractTypes'], rules: ['authorization.required'] },
  });
  return failures(report);
};

it('data beside the error of a request without a credential is found', async () => {
  expect(await failuresWith((data) => data)).toEqual([
    'getUser/authorization.required: a request without a credential returned 401 with data',
    'getContractTypes/authorization.required: a request without a credential returned 401 with data',
  ]);
});

it('a list of what is wrong, and the id of the request, are no data', async () => {
  const wrong = ({ id }: Row) => ({ id, status: 'refused', items: [{ id: 'E401', name: 'no credential' }] });
  expect(await failuresWith(wrong)).toEqual([]);
});
