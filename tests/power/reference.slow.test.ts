import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { described } from '../../conformance/interface.js';
import { operations } from '../../contract/operations/index.js';
import { plan } from '../../engine/run/plan.js';
import { resolveTarget } from '../../engine/target/target.js';
import { type Fault, faults } from '../../faults/index.js';
import type { Judgement } from '../../power/judgement.js';
import { Recording } from '../../power/recording.js';
import { Rejudge } from '../../power/rejudge.js';
import { sampleOf } from '../../power/sample.js';
import { roundTripOf } from '../../proof/reference-round-trip.js';
import { createReference, type Reference } from '../../reference/index.js';
import { suites } from '../../suites/index.js';

/** Enough data that every rule is conclusive. */
const SIZES = { applications: 41, users: 137, subscriptions: 12, agreements: 31, contracts: 23 };
/** About how many of the generated faults are judged; `check --reference --power all` judges all of them. */
const SAMPLE = 600;

describe('the suite', () => {
  let reference: Reference;
  const judged: { readonly fault: Fault; readonly judgement: Judgement }[] = [];
  const injected = (level: Fault['level']) =>
    judged.filter(({ fault, judgement }) => fault.level === level && judgement.outcome !== 'unchanged');
  const survivors = (level: Fault['level']) =>
    injected(level)
      .filter(({ judgement }) => judgement.outcome !== 'noticed')
      .map(({ fault }) => fault.id);

  beforeAll(async () => {
    reference = createReference({ seed: 7, sizes: SIZES });
    await reference.app.ready();
    const given = Object.entries(reference.fixtures).filter(([, id]) => id !== '');
    const rejudge = new Rejudge({
      target: resolveTarget(
        { baseUrl: 'http://reference.test', token: reference.token, fixtures: Object.fromEntries(given) },
        operations,
      ),
      described,
      checks: plan(suites, {}),
      seed: 1,
      budget: 'standard',
      recording: new Recording(),
      next: roundTripOf(reference),
    });
    for (const fault of sampleOf(faults, SAMPLE)) judged.push({ fault, judgement: await rejudge.judge(fault) });
  });
  afterAll(() => reference.close());

  it('notices each generated fault of level must in the reference', () => {
    expect(injected('must').length).toBeGreaterThan(300);
    expect(survivors('must')).toEqual([]);
  });

  it('notices 97 % of those of level should', () => {
    expect(injected('should').length).toBeGreaterThan(100);
    expect(survivors('should').length / injected('should').length).toBeLessThanOrEqual(0.03);
  });
});
