import { describe, expect, test } from 'vitest';
import { renderReport } from '../../cli/report-kinds.js';
import { assertReport } from '../package/report-schema.js';
import { hostileRun } from './hostile-run.js';
import { assertCtrf, assertHar, assertJunit, assertSarif, assertShields } from './published-schemas.js';
import { failedCheck, sampleCheck, sampleIncomplete, sampleRun } from './sample-run.js';

const ASSERTIONS = {
  json: async (text: string) => assertReport(JSON.parse(text)),
  junit: assertJunit,
  sarif: async (text: string) => assertSarif(text),
  har: async (text: string) => assertHar(text),
  ctrf: async (text: string) => assertCtrf(text),
  shields: async (text: string) => assertShields(text),
} as const;

const RUNS = {
  'a run that conforms': sampleRun(),
  'a run that fails': sampleRun({
    verdict: 'does-not-conform',
    checks: [failedCheck(), sampleCheck({ rule: 'sort.asc', outcome: 'error', reason: 'it broke' })],
  }),
  'an incomplete run': sampleRun({
    verdict: 'incomplete',
    incomplete: sampleIncomplete({ unmet: [{ requirement: '--require-decided 95%', reason: 'x', missing: ['a/b'] }] }),
    checks: [sampleCheck({ outcome: 'inconclusive', reason: 'not sent', cause: 'transport' })],
  }),
  'an inconclusive run': sampleRun({ verdict: 'inconclusive', interrupted: true }),
  'a run of a hostile target': hostileRun(),
} as const;

describe.each(Object.entries(ASSERTIONS))('the %s report matches its published schema', (kind, assert) => {
  test.each(Object.entries(RUNS))('for %s', async (_name, run) => {
    await assert(await renderReport(kind as keyof typeof ASSERTIONS, run));
  });
});

describe('the assertions about published schemas', () => {
  test('reject what violates a schema', async () => {
    expect(() => assertHar('{"log": {"version": "1.2"}}')).toThrow();
    expect(() => assertCtrf('{"reportFormat": "CTRF", "specVersion": "0.0.0", "results": {}}')).toThrow();
    expect(() => assertSarif('{"version": "2.1.0", "runs": [{}]}')).toThrow();
    expect(() => assertShields('{"schemaVersion": 1, "label": "x", "message": ""}')).toThrow();
    await expect(assertJunit('<testsuites><testcase name="x"/></testsuites>')).rejects.toThrow();
  });
});
