import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { described } from '../../conformance/interface.js';
import { operations } from '../../contract/operations/index.js';
import type { RoundTrip } from '../../engine/client/round-trip.js';
import { plan } from '../../engine/run/plan.js';
import { resolveTarget } from '../../engine/target/target.js';
import { faults } from '../../faults/index.js';
import { Recording } from '../../power/recording.js';
import { Rejudge } from '../../power/rejudge.js';
import { type Selection, selectionOf } from '../../power/work.js';
import { roundTripOf } from '../../proof/reference-round-trip.js';
import { createReference, type Reference } from '../../reference/index.js';
import { suites } from '../../suites/index.js';

const fault = (id: string) => {
  const found = faults.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no fault ${id}`);
  return found;
};

let reference: Reference;
let recording: Recording;

function rejudgeOf(given: { recording?: Recording; next?: RoundTrip } = { next: roundTripOf(reference) }): Rejudge {
  const ids = Object.entries(reference.fixtures).filter(([, id]) => id !== '');
  const target = resolveTarget(
    { baseUrl: 'http://reference.test', token: reference.token, fixtures: Object.fromEntries(ids) },
    operations,
  );
  return new Rejudge({
    target,
    described,
    checks: plan(suites, { operations: ['getAgreement*'] }),
    seed: 1,
    budget: 'standard',
    recording,
    ...given,
  });
}

beforeAll(async () => {
  reference = createReference({ sizes: { applications: 9, users: 30, subscriptions: 4, agreements: 4, contracts: 4 } });
  await reference.app.ready();
  recording = new Recording();
});
afterAll(() => reference.close());

describe('the selection of a run', () => {
  it('has all that decides which checks there are', () => {
    const selection: Required<Selection> = {
      operations: ['getUsers'],
      areas: ['users'],
      rules: ['paging.*'],
      exclude: ['getUsers/sort.*'],
      level: 'must',
      budget: 'quick',
      maxRequests: 20,
    };

    expect(selectionOf({ ...selection, seed: 1, onProgress: () => undefined })).toEqual(selection);
  });
});

describe('a run that is judged again', () => {
  it.each([
    ['getAgreementTypes/field-capitalized/description', 'getAgreementTypes/records.renamed'],
    ['getAgreementTypes/number-one-more/total_pages', 'getAgreementTypes/paging.total-pages'],
    ['getAgreementTypes/credential-ignored', 'getAgreementTypes/authorization.required'],
    ['getAgreementType/detail-disagrees/name', 'getAgreementType/relations.detail-agrees'],
  ])('notices %s by %s', async (id, check) => {
    const judgement = await rejudgeOf().judge(fault(id));

    expect(judgement.outcome).toBe('noticed');
    expect(judgement.by).toContain(check);
  });

  it('notices a fault in the checks of another operation', async () => {
    const { outcome, by } = await rejudgeOf().judge(fault('getAgreementTypes/field-misspelt/id'));

    expect([outcome, by.length > 0]).toEqual(['noticed', true]);
  });

  it('counts a fault that changes no response as none', async () => {
    const { outcome } = await rejudgeOf().judge(fault('getAgreements/operator-gt-as-lt'));

    expect(outcome).toBe('unchanged');
  });

  it('is inconclusive where the recording lacks the responses, and sends nothing', async () => {
    const judgement = await rejudgeOf({ recording: new Recording() }).judge(
      fault('getAgreementTypes/page-number-from-zero'),
    );

    expect(judgement.outcome).toBe('inconclusive');
  });
});
