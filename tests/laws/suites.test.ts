import { describe, expect, it } from 'vitest';
import { operations } from '../../contract/operations/index.js';
import { suites } from '../../suites/index.js';
import { isRead } from '../../suites/laws/applies.js';
import { laws } from '../../suites/laws/index.js';
import { writeLaws } from '../../suites/laws/writes/index.js';

describe('the suites', () => {
  it('exist for each operation, in the order of the document', () => {
    expect(suites.map(({ operation }) => operation.id)).toEqual(operations.map(({ id }) => id));
  });

  it('have every law that applies to their operation, and these rules of their own', () => {
    const own = suites.flatMap(({ operation, rules }) => {
      const shared = isRead(operation) ? laws(operation) : writeLaws(operation);
      expect(rules.slice(0, shared.length)).toEqual(shared);
      expect(shared.length).toBeGreaterThan(0);
      return rules.slice(shared.length).map(({ id }) => `${operation.id}/${id}`);
    });
    expect(own).toEqual([
      'getApplications/relations.listed',
      'getApplications/relations.own-name',
      'getApplicationKpis/relations.kpi-record',
      'getApplicationsKpis/relations.kpi-totals',
      'getApplicationsKpis/relations.kpi-lists',
      'getApplicationUsers/relations.children',
      'getApplicationUsers/relations.both-ways',
      'getApplicationUsers/relations.one-truth',
      'getApplicationUsersConsumptions/relations.consumptions',
      'getApplicationUsersConsumptions/relations.consumption-gaps',
      'getApplicationUsersConsumptions/relations.one-truth',
      'getUsers/relations.listed',
      'getUserKpis/relations.kpi-totals',
      'getUserApplications/relations.children',
      'getUserApplications/relations.both-ways',
      'getUserApplications/relations.one-application',
      'getUserSubscriptions/relations.children',
      'getUserSubscriptions/relations.both-ways',
      'getUserSubscriptions/relations.one-application',
      'getUserSubscriptions/relations.own-name',
      'getUserDiscoverySources/relations.own-sources',
      'getSubscriptionInsightUsers/relations.one-truth',
      'getSubscriptionInsightUsers/relations.one-application',
      'getSubscriptionInsightUsers/relations.own-details',
      'getSubscriptionUsers/relations.children',
      'getSubscriptionUsers/relations.both-ways',
      'getSubscriptionUsers/relations.one-truth',
      'getSubscriptionUserConsumptions/relations.consumptions',
      'getSubscriptionUserConsumptions/relations.consumption-gaps',
      'getSubscriptionUserConsumptions/relations.one-truth',
      'getAgreements/relations.listed',
      'getAgreementTypes/relations.listed',
      'getContracts/relations.listed',
      'getContractTypes/relations.listed',
    ]);
  });
});
