import type { Suite } from '../engine/run/plan.js';
import { listed } from './laws/listed.js';
import { suite } from './suite.js';

/** The operations of the software agreements area, in the order of the document. */
export const agreements: readonly Suite[] = [
  suite('getAgreementPeriods'),
  suite('getAgreements', listed({ references: [{ list: 'getAgreements', field: 'parentId' }], read: 'getAgreement' })),
  suite('getAgreement'),
  suite(
    'getAgreementTypes',
    listed({ references: [{ list: 'getAgreements', field: 'typeId' }], read: 'getAgreementType' }),
  ),
  suite('getAgreementType'),
  suite('getContractPeriods'),
  suite('getContracts', listed({ references: [{ list: 'getContracts', field: 'parentId' }], read: 'getContract' })),
  suite('getContract'),
  suite(
    'getContractTypes',
    listed({ references: [{ list: 'getContracts', field: 'typeId' }], read: 'getContractType' }),
  ),
  suite('getContractType'),
];
