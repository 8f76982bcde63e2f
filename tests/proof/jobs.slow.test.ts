import { describe, expect, it } from 'vitest';
import { jobsOf } from '../../proof/jobs.js';
import { subjectOf, theReference } from '../../proof/subject.js';

const rounded = subjectOf('mutant', 'total-pages-is-rounded-down');
const quoted = subjectOf('mutant', 'a-quote-is-a-500');

describe('the runs of a proof', () => {
  it('of several mutants are the checks that can detect each, for each seed', async () => {
    const planned = (await jobsOf([theReference, rounded, quoted], [1, 2], undefined)).map(({ job }) => job);
    expect(planned.map(({ kind, seed }) => `${kind} ${seed}`)).toEqual([
      ...['reference 1', 'reference 1', 'mutant 1', 'mutant 1'],
      ...['reference 2', 'reference 2', 'mutant 2', 'mutant 2'],
    ]);
    expect(planned.find(({ id }) => id === rounded.id)?.operations).toEqual([
      'getUsers',
      'getApplications',
      'getApplicationUsers',
      'getApplicationUsersConsumptions',
      'getUser',
      'getSubscriptionInsightUsers',
      'getSubscriptionUsers',
      'getSubscriptionUserConsumptions',
      'getApplicationsKpis',
    ]);
  });
});
