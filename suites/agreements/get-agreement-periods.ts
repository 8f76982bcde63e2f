import { operation } from '../../contract/operations/index.js';
import type { Suite } from '../../engine/plan.js';
import { laws } from '../laws/index.js';

const described = operation('getAgreementPeriods');

export const getAgreementPeriods: Suite = {
  operation: described,
  rules: [...laws(described)],
};
