import { expect, it } from 'vitest';
import { sentText } from '../../reference/hooks.js';
import { checkReference } from '../conformance/check-reference.js';

/** Sends licence counts above 2^53: a client that reads them as doubles reads other numbers. */
const large = sentText((text) =>
  text.replace(/"licenseCount":(\d+)/g, (_found, count) => `"licenseCount":${2n ** 53n + 1n + 2n * BigInt(count)}`),
);

it('numbers that are not read exactly are not filtered by', async () => {
  const options = { operations: ['getUsers'], rules: ['filter.every-type', 'filter.grammar'] };
  const { checks } = await checkReference({ reference: { hooks: [large] }, options });

  expect(checks.flatMap(({ findings }) => findings.map(({ message }) => message))).toEqual([]);
});
