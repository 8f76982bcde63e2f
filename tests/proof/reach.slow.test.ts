import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Host } from '../../proof/host.js';
import { reachOf } from '../../proof/reach.js';
import { type Trial, tryOut } from '../../proof/trial.js';
import { mutants } from '../../reference/mutants/index.js';

const failed = (trial: Trial): string[] => [
  ...new Set(trial.failed.map(({ operation, rule }) => `${operation}/${rule}`)),
];

describe('the operations of the checks that run for a mutant', () => {
  let host: Host;
  let reach: Awaited<ReturnType<typeof reachOf>>;
  beforeAll(async () => {
    host = await Host.start();
    reach = await reachOf(host);
  }, 120_000);
  afterAll(() => host.close());

  it('are those whose checks request a broken one, itself included', () => {
    expect([...(reach.get('getUser') ?? [])].toSorted()).toEqual([
      'getApplicationUsers',
      'getSubscriptionInsightUsers',
      'getSubscriptionUsers',
      'getUser',
      // A run reads the record of a given id once, to see that it exists.
      'getUserApplications',
      'getUserDiscoverySources',
      'getUserSubscriptions',
    ]);
    expect([...(reach.get('getAgreementTypes') ?? [])]).toContain('getAgreement');
  });

  it.each(['get-user-answers-another-id', 'a-link-leads-nowhere'])(
    'fail the same checks as all of them together: %s',
    async (id) => {
      const mutant = mutants.find((one) => one.id === id);
      const seeing = mutant?.operations.flatMap((one) => [...(reach.get(one) ?? [])]) ?? [];
      const job = { kind: 'mutant', id, seed: 1 } as const;

      const some = await tryOut({ ...job, operations: [...seeing, 'getApplicationsKpis'] }, host);
      const all = await tryOut(job, host);

      expect(failed(some)).not.toEqual([]);
      expect(failed(some)).toEqual(failed(all));
    },
    120_000,
  );
});
