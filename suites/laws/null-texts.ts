import { recordsOf } from '../../engine/run/judge-state.js';
import type { JudgeRule } from '../../engine/run/rule.js';
import { isRecord } from '../../engine/session/page.js';
import { isList } from './applies.js';
import { isUnshown, textFieldsOf } from './fields.js';

/** What serializers of several languages make of a missing value that is read as a text. */
const MISSING = new Set(['null', 'undefined', 'NaN', '[object Object]']);
/** So many records with such a text in a field, and none without a value, are no chance. */
const SEVERAL = 3;

/** A text that says that there is no value, where other records lack none: null was written as a text. */
export const nullTexts: JudgeRule = {
  id: 'records.null-texts',
  clause: 'records.null-texts',
  needs: ['records'],
  appliesTo: isList,
  judge({ operation, body, query }, report) {
    // A filter may select the records of which this is the name.
    if (query.filter !== undefined) return false;
    const records = recordsOf(operation, body).filter(isRecord);
    if (records.length < SEVERAL) return false;
    for (const field of textFieldsOf(operation)) {
      const named = records.flatMap(({ [field]: value }, index) =>
        typeof value === 'string' && MISSING.has(value) ? [{ index, value }] : [],
      );
      const [first] = named;
      if (first === undefined || named.length < SEVERAL || records.some((record) => isUnshown(record, field))) continue;
      const message = `${field} is the text ${JSON.stringify(first.value)} in ${named.length} of ${records.length} records, and null or absent in none`;
      report({
        at: `/items/${first.index}/${field}`,
        expected: 'null, no member, or a value',
        actual: first.value,
        message,
      });
    }
    return true;
  },
};
