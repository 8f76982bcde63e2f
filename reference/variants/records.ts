import { notation } from './records/notation.js';
import { presence } from './records/presence.js';
import { standIns } from './records/stand-ins.js';
import { values } from './records/values.js';
import { family } from './variant.js';

/** The values and fields of records. */
export const records = family('records', [...presence, ...values, ...standIns, ...notation], 'few');
