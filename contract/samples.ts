import type { FixtureName, WriteFixtureName } from './types.js';

/** Where sample ids are found: the list operation, and the field of its records that holds the id. */
export interface SampleSource {
  readonly operation: string;
  readonly field: string;
  /** The document does not say that this field names the resource; it is the most natural reading. */
  readonly assumed?: boolean;
}

/** How each sample is discovered; `null` where no operation of the interface lists it, so that it must be given. */
export const sampleSources: Readonly<Record<FixtureName, SampleSource | null>> = {
  applicationId: { operation: 'getApplications', field: 'id' },
  userId: { operation: 'getUsers', field: 'id' },
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

/** Every name that a person can give an id by. */
export const fixtureNames = [...(Object.keys(sampleSources) as FixtureName[]), ...writeFixtureNames];
