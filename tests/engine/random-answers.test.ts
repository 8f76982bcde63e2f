import { describe, expect, test } from 'vitest';
import { on, presented } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { checkReference } from '../conformance/check-reference.js';

/** Numbers from 0 up to 1 that look random and are the same in every run of the test. */
function dice(): () => number {
  let state = 1;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Answers as a mock server with random examples does: of each record some fields, and some of those with a wrong type. */
function randomlyBroken(share: number): Hook {
  const roll = dice();
  return presented((record) =>
    Object.fromEntries(
      Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
        if (name === 'id' || typeof value === 'object') return [[name, value]];
        if (roll() < 0.4) return [];
        return [[name, roll() < share ? (typeof value === 'string' ? 5 : 'x') : value]];
      }),
    ),
  );
}

/** Shows an empty list of applications every other time. */
const comesAndGoes = (): Hook => {
  let reads = 0;
  return (steps) => ({
    collect: (context) => {
      if (context.operation.id !== 'getApplications') return steps.collect(context);
      reads += 1;
      return reads % 2 === 0 ? [] : steps.collect(context);
    },
  });
};

const dropped = ({ checks }: RunReport) =>
  checks.filter(({ reason }) => reason?.startsWith('not reproduced')).map(({ id, reason }) => `${id}: ${reason}`);

describe('a target that answers differently each time', () => {
  test('fails for fields of a wrong type, wherever they are in a second answer', async () => {
    const report = await checkReference({
      reference: { hooks: [randomlyBroken(0.5)] },
      options: { rules: ['records.types'] },
    });

    expect(dropped(report)).toEqual([]);
    expect(report.checks.filter(({ outcome }) => outcome === 'fail').length).toBeGreaterThan(20);
  });

  test('fails for a difference that occurs again at a later attempt', async () => {
    // One record with few fields: a single new answer hardly ever breaks the same one.
    const report = await checkReference({
      reference: { hooks: [randomlyBroken(0.2)] },
      options: {
        operations: ['getUser', 'getAgreement', 'getApplication'],
        rules: ['records.types'],
      },
    });

    expect(dropped(report)).toEqual([]);
  });

  test('fails although its samples are not found in a second discovery', async () => {
    const wrongTotal: Hook = (steps) => ({
      perform: (context) => {
        const answer = steps.perform(context);
        const { pagination } = answer.body as { pagination?: object };
        if (context.operation.id !== 'getApplicationUsers' || pagination === undefined) return answer;
        return { ...answer, body: { ...(answer.body as object), pagination: { ...pagination, total_pages: 77 } } };
      },
    });
    const report = await checkReference({
      reference: { hooks: [comesAndGoes(), wrongTotal] },
      target: { fixtures: {} },
      options: { operations: ['getApplicationUsers'], rules: ['paging.total-pages'] },
    });

    expect(report.checks.find(({ id }) => id === 'getApplicationUsers/paging.total-pages')?.outcome).toBe('fail');
  });
});

describe('the reason of a finding that is not reproduced', () => {
  test('names the re-run and its response, and contradicts itself nowhere', async () => {
    let reads = 0;
    const once: Hook = on(
      'getUser',
      presented((record) => {
        reads += 1;
        return reads === 1 ? { ...record, licenseCount: 'x' } : record;
      }),
    );
    const report = await checkReference({
      reference: { hooks: [once] },
      options: { operations: ['getUser'], rules: ['records.types'] },
    });

    const check = report.checks.find(({ id }) => id === 'getUser/records.types');
    expect(check?.outcome).toBe('inconclusive');
    expect(check?.reason).toMatch(
      /^not reproduced: a re-run of the check did not find it \(response of the re-run: exchange x\d+\)$/,
    );
  });
});
