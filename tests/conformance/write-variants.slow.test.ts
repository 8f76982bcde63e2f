import { describe, expect, it } from 'vitest';
import { failures, idsOf } from './check-reference.js';
import { checkWrites } from './check-writes.js';
import { writeVariants } from './write-variants.js';

describe('a reference with other unspecified behaviour of writes', () => {
  it.each(writeVariants)('does not fail: $name', async ({ hooks = [], warnings = [], ...given }) => {
    const { reference = {}, target = {}, options = {} } = given;
    const report = await checkWrites({ reference: { ...reference, hooks }, target, options, removable: 4 });
    const reserved = report.checks.filter(({ outcome, level }) => outcome === 'fail' && level === 'should');

    expect(failures(report, 'must')).toEqual([]);
    expect(failures(report, 'should').filter((one) => !warnings.includes(one.split(/[/:]/)[1] ?? ''))).toEqual([]);
    expect([...new Set(reserved.map(({ rule }) => rule))].sort()).toEqual([...warnings].sort());
    expect(idsOf(report, 'error')).toEqual([]);
    expect(report.restoration?.left).toEqual([]);
  });
});
