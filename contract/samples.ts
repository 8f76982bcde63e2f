import type { FixtureName, WriteFixtureName } from './types.js';

/** Where sample ids are found: the list operation, and the field of its records that holds the id. */
export interface SampleSource {
  readonly operation: string;
  readonly field: string;
  /** Fields of its records that may count what a child list holds, the most telling first: only a hint where to look. */
  readonly counts?: readonly string[];
  /** The document does not state that this field identifies the resource; it is the most likely reading. */
  readonly assumed?: boolean;
}

/** How each sample is discovered; `null` where no operation lists it, so the user must give it. */
export const sampleSources: Readonly<Record<FixtureName, SampleSource | null>> = {
  applicationId: {
    operation: 'getApplications',
    field: 'id',
    counts: ['totalUniqueUsers', 'totalUniqueUsersFromActivities', 'assigned'],
  },
  userId: { operation: 'getUsers', field: 'id', counts: ['licenseCount'] },
  subscriptionId: { operation: 'getUserSubscriptions', field: 'id', assumed: true },
  insightRuleId: null,
  agreementId: { operation: 'getAgreements', field: 'id' },
  contractId: { operation: 'getContracts', field: 'id' },
  agreementTypeId: { operation: 'getAgreementTypes', field: 'id' },
  contractTypeId: { operation: 'getContractTypes', field: 'id' },
};

const writeFixtureNames = [
  'writableApplicationIds',
  'writableUserIds',
  'removableSubscriptionId',
  'removableUserIds',
] as const satisfies readonly WriteFixtureName[];

/** The names of all fixtures that the user can give. */
export const fixtureNames = [...(Object.keys(sampleSources) as FixtureName[]), ...writeFixtureNames];
