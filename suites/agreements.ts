import type { Suite } from '../engine/run/plan.js';
import { suite } from './suite.js';

/** The operations of the software agreements area, in the order of the document; none has rules of its own. */
export const agreements: readonly Suite[] = [
  suite('getAgreementPeriods'),
  suite('getAgreements'),
  suite('getAgreement'),
  suite('getAgreementTypes'),
  suite('getAgreementType'),
  suite('getContractPeriods'),
  suite('getContracts'),
  suite('getContract'),
  suite('getContractTypes'),
  suite('getContractType'),
];
