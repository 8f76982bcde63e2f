import { describe, expect, it } from 'vitest';
import { stored } from '../../reference/hooks.js';
import { checkReference, failures, idsOf } from './check-reference.js';
import { checkWrites } from './check-writes.js';

const NAMES = ['name', 'displayName', 'department', 'country', 'vendor', 'notes', 'username'];

/** Changes each text of a record that has no documented form. */
const texts = (change: (text: string) => string) =>
  stored((one) => ({
    ...one,
    ...Object.fromEntries(
      NAMES.flatMap((field) => (typeof one[field] === 'string' ? [[field, change(one[field])]] : [])),
    ),
  }));

/** Letters of the mathematical alphabet, which take two units of UTF-16 each. */
const astral = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) => String.fromCodePoint(0x1d41a + (letter.toLowerCase().charCodeAt(0) - 97)));

const unpaired = (text: string) => (text.endsWith('\ud83d') ? text : `${text}\ud83d`);

const TEXTS = [
  ['its texts have only letters beyond 16 bits', astral],
  ['its texts end in an unpaired surrogate', unpaired],
] as const;

describe('a target is checked without an internal error and not accused', () => {
  it.each(TEXTS)('if %s', async (_what, change) => {
    const operations = ['getApplications', 'getUsers', 'getUserSubscriptions', 'getUserApplications'];
    const report = await checkReference({ reference: { hooks: [texts(change)] }, options: { operations } });

    expect(idsOf(report, 'error')).toEqual([]);
    expect(failures(report)).toEqual([]);
  });

  it.each(TEXTS)('in bulk updates with filters if %s', async (_what, change) => {
    const options = { operations: ['bulkUpdateUsers'], rules: ['bulk.filter*'] };
    const report = await checkWrites({ reference: { hooks: [texts(change)] }, options });

    expect(idsOf(report, 'error')).toEqual([]);
    expect(failures(report)).toEqual([]);
  });
});
