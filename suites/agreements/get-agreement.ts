import { operation } from '../../contract/operations/index.js';
import type { Suite } from '../../engine/plan.js';
import { laws } from '../laws/index.js';

const described = operation('getAgreement');

export const getAgreement: Suite = {
  operation: described,
  rules: [...laws(described)],
};
