import { complete, fields, offered, quotes, sound } from './filter/matches.js';
import { noMatch } from './filter/no-match.js';
import { paged, sorted, totals } from './filter/pages.js';
import { malformed, unknownField, wrongType } from './filter/rejections.js';
import { hardValues } from './hard-values.js';

/** The rules of filters with one comparison. */
export const filter = [
  offered,
  sound,
  complete,
  totals,
  quotes,
  noMatch,
  paged,
  sorted,
  malformed,
  unknownField,
  wrongType,
  hardValues,
  fields,
];
