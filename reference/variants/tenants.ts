import { family, WRITES } from './variant.js';

const sizes = (applications: number, users: number, subscriptions: number, papers: number) => ({
  sizes: { applications, users, subscriptions, agreements: papers, contracts: papers },
});

/** How much data a target has, and how it is reached. */
export const tenants = family('tenants', [
  {
    title: 'an empty tenant',
    chooses: ['records.presence'],
    inconclusiveWrites: WRITES,
    reference: sizes(0, 0, 0, 0),
    verdict: 'inconclusive',
  },
  {
    title: 'one record of each',
    chooses: ['records.presence'],
    inconclusiveWrites: WRITES,
    reference: sizes(1, 1, 1, 1),
  },
  {
    title: 'two records of each',
    chooses: ['records.presence'],
    inconclusiveWrites: WRITES,
    reference: sizes(2, 2, 2, 2),
  },
  {
    title: 'no agreements and no contracts',
    chooses: ['records.presence'],
    reference: sizes(12, 30, 5, 0),
  },
  {
    id: 'no-subscriptions',
    title: 'users and applications without a subscription',
    chooses: ['records.presence'],
    reference: sizes(12, 30, 0, 8),
  },
  {
    id: 'no-users',
    title: 'applications without any user',
    chooses: ['records.presence'],
    inconclusiveWrites: WRITES,
    reference: sizes(12, 0, 0, 8),
  },
  {
    title: 'more users than a page holds',
    chooses: ['paging.maximum-kept'],
    reference: sizes(60, 1010, 60, 10),
  },
  {
    title: 'more users than a run reads',
    chooses: ['paging.maximum-kept'],
    reference: sizes(150, 5050, 150, 10),
  },
  {
    id: 'other-data',
    title: 'another tenant of the same sizes',
    chooses: ['records.presence'],
    reference: { seed: 4021, ...sizes(41, 137, 12, 23) },
  },
  {
    id: 'samples-are-not-given',
    title: 'the samples are not given and must be discovered',
    chooses: ['records.presence'],
    target: { fixtures: {} },
  },
  {
    id: 'index-keyed-objects-are-declared-as-arrays',
    title: 'index-keyed objects are sent as arrays, and that is declared',
    chooses: ['records.containers'],
    reference: { wireForm: 'array' },
    target: { wireForm: 'array' },
  },
  {
    id: 'operations-are-under-other-paths',
    title: 'operations have other paths, which are declared',
    liberty: 'The document: methods and paths are not shown',
    reference: {
      bindings: {
        getUsers: { method: 'GET', path: 'v2/people' },
        getAgreement: { method: 'GET', path: 'papers/{id}/whole' },
      },
    },
    target: { bindings: { getUsers: 'GET /v2/people', getAgreement: 'GET /papers/{id}/whole' } },
  },
]);
