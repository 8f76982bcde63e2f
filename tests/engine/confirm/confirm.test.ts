import { describe, expect, it } from 'vitest';
import { described } from '../../../conformance/interface.js';
import { operations } from '../../../contract/operations/index.js';
import type { Client } from '../../../engine/client/client.js';
import { KeptBodies } from '../../../engine/client/kept-bodies.js';
import { askOnce } from '../../../engine/run/ask-once.js';
import { confirm } from '../../../engine/run/confirm/confirm.js';
import { freshWorld } from '../../../engine/run/confirm/fresh-world.js';
import { JudgeStates } from '../../../engine/run/judge-states.js';
import type { PlannedCheck } from '../../../engine/run/plan.js';
import type { Result } from '../../../engine/run/result.js';
import type { AskRule, JudgeRule } from '../../../engine/run/rule.js';
import type { RunInput } from '../../../engine/run/run-input.js';
import { AnswerTimes } from '../../../engine/session/answer-times.js';
import { unboundedLedger } from '../../../engine/session/request-ledger.js';
import type { World } from '../../../engine/session/world.js';
import { resolveTarget } from '../../../engine/target/target.js';
import { fakeClient } from '../answers.js';
import { planned } from '../checks.js';

type Response = ReturnType<Parameters<typeof fakeClient>[0]>;

const pageOf = (...items: readonly object[]): Response => ({
  body: { items, pagination: { page_size: 100, page_number: 1, total_pages: 1, total_items: items.length } },
});
const good = pageOf({ id: 'a', name: 'x' });
const bad = pageOf({ id: 'a', name: 7 });

/** Finds a name that is no text. */
const judge: JudgeRule['judge'] = ({ body, answer }, report) => {
  if (answer.status !== 200) report({ at: 'status', expected: '200', actual: answer.status, message: 'x' });
  const { items = [] } = (body ?? {}) as { items?: { name: unknown }[] };
  for (const [index, { name }] of items.entries()) {
    if (typeof name !== 'string')
      report({ at: `/items/${index}/name`, expected: 'a text', actual: name, message: 'x' });
  }
  return true;
};

/** The same as a rule that sends the request itself. */
const ask: AskRule['ask'] = async (context) => {
  const { answer, items } = await context.page();
  if (items.length === 0) context.lacksData('no record');
  for (const [index, { name }] of items.entries()) {
    const place = index === 0 ? '/items/0/name' : '/items/0/other';
    if (typeof name !== 'string') context.report(answer, { at: place, expected: 'x', actual: name, message: 'x' });
  }
};

function checkOf(rule: Partial<JudgeRule> | Partial<AskRule>, of = 'getUsers'): PlannedCheck {
  const { id, clause, needs, appliesTo } = planned({ needs: [] }).rule;
  return { ...planned({ operation: of }), rule: { id, clause, needs, appliesTo, ...rule } as PlannedCheck['rule'] };
}

function inputOf(client: Client, checks: readonly PlannedCheck[]): RunInput {
  return {
    target: resolveTarget({ baseUrl: 'http://h', token: 'secret-token', fixtures: { userId: 'a' } }, operations),
    client,
    described,
    checks,
    writes: null,
    seed: 1,
    times: new AnswerTimes(),
    budget: 'standard',
  };
}

/** Runs a check on the first response, and confirms its failure on the following ones; the last one repeats. */
async function confirmed(
  check: PlannedCheck,
  responses: readonly Response[],
  { signal, moves = false }: { signal?: AbortSignal; moves?: boolean } = {},
) {
  let at = 0;
  const { client, sent } = fakeClient(() => {
    at += 1;
    return responses[Math.min(at, responses.length) - 1] ?? {};
  });
  if (moves) client.health.recordMovement();
  const input: RunInput = { ...inputOf(client, [check]), ...(signal && { signal }) };
  const states = new JudgeStates([check]);
  const world = freshWorld(input, unboundedLedger(), false, (seen) => states.accept(seen));
  let first: Result | null;
  if ('ask' in check.rule) first = await askOnce(check, world, 1, null);
  else {
    await world.plain(check.operation);
    first = states.resultOf(check);
  }
  expect(first?.outcome).toBe('fail');
  const before = sent.length;
  const [result] = await confirm(input, [first as Result]);
  return { result, first, requests: sent.length - before };
}

describe('a difference that a judge rule found', () => {
  const check = checkOf({ judge });

  it('counts if a new response shows it again', async () => {
    const { result, first, requests } = await confirmed(check, [bad, bad]);

    expect(result).toMatchObject({
      outcome: 'fail',
      reason: null,
      evidence: [{ difference: { at: '/items/0/name' } }],
    });
    expect(result?.evidence[0]?.answer).not.toBe(first?.evidence[0]?.answer);
    expect(requests).toBe(1);
  });

  it('counts if another record shows it at the same kind of place', async () => {
    const other = pageOf({ id: 'b', name: 'x' }, { id: 'a', name: null });

    expect((await confirmed(check, [bad, other])).result).toMatchObject({
      outcome: 'fail',
      evidence: [{ difference: { at: '/items/1/name' } }],
    });
  });

  it.each([2, 8])('counts if it occurs again by re-run %i', async (time) => {
    const responses = [bad, ...Array.from({ length: time - 1 }, () => good), bad];

    const { result, requests } = await confirmed(check, responses);

    expect(result?.outcome).toBe('fail');
    expect(requests).toBe(time);
  });

  it('is not reproduced if eight re-runs do not show it', async () => {
    const { result, first, requests } = await confirmed(check, [bad, ...Array.from({ length: 8 }, () => good), bad]);

    expect(result).toMatchObject({
      outcome: 'inconclusive',
      reason: 'not reproduced: a re-run of the check did not find it',
      cause: null,
      evidence: first?.evidence,
    });
    expect(result?.second?.status).toBe(200);
    expect(requests).toBe(8);
  });

  it('is sought only once more if no body shows it by itself', async () => {
    const { result, requests } = await confirmed(check, [{ status: 500 }, good]);

    expect(result?.outcome).toBe('inconclusive');
    expect(requests).toBe(1);
  });

  it('is inconclusive with the cause if the re-run got no response', async () => {
    const ofBodies = checkOf({ judge: (seen, report) => seen.body !== undefined && judge(seen, report) });

    expect((await confirmed(ofBodies, [bad, { failure: 'timeout' }])).result).toMatchObject({
      outcome: 'inconclusive',
      cause: 'timeout',
      reason: 'found once, and the re-run got no response: no response: a timeout failure',
    });
  });

  it('does not count if the target is away, and responds to nothing else either', async () => {
    expect((await confirmed(check, [{ status: 503 }])).result).toMatchObject({
      outcome: 'inconclusive',
      cause: 'server-error',
      reason: 'found once, and the re-run got no response: the target stopped responding: 503',
    });
  });

  it('counts if the target responds to other requests', async () => {
    const responses = [{ status: 503 }, { status: 503 }, good];

    expect((await confirmed(check, responses)).result?.outcome).toBe('fail');
  });

  it('does not count if the refusal was only for a moment', async () => {
    const single = checkOf({ judge }, 'getUser');
    const { result } = await confirmed(single, [{ status: 404 }, { status: 404 }, good]);

    expect(result).toMatchObject({
      outcome: 'inconclusive',
      reason: 'not reproduced: the record was missing only for a moment',
    });
  });

  it('counts if the refusal stays, whatever the pauses', async () => {
    expect((await confirmed(checkOf({ judge }, 'getUser'), [{ status: 404 }])).result?.outcome).toBe('fail');
  });

  it('is not sought after an interrupt', async () => {
    const { result, requests } = await confirmed(check, [bad], { signal: AbortSignal.abort() });

    expect(result?.reason).toBe('not reproduced: the run was interrupted before a re-run of the check');
    expect(requests).toBe(0);
  });
});

describe('a difference that an ask rule found', () => {
  const check = checkOf({ ask });

  it('counts if the check finds it again', async () => {
    const { result, requests } = await confirmed(check, [bad]);

    expect(result).toMatchObject({ outcome: 'fail', reason: null });
    expect(requests).toBe(1);
  });

  it('is not reproduced if the check passes, or finds something else', async () => {
    const elsewhere = pageOf({ id: 'a', name: 'x' }, { id: 'b', name: 7 });

    expect((await confirmed(check, [bad, good])).result?.reason).toBe(
      'not reproduced: a re-run of the check did not find it',
    );
    expect((await confirmed(check, [bad, elsewhere])).result?.reason).toBe(
      'not reproduced: each run of the check found it at a different place: /items/*/name, then /items/*/other',
    );
  });

  it('is sought once more where lists change while they are read', async () => {
    const seen = await Promise.all(
      [[bad], [bad, bad, good]].map((responses) => confirmed(check, responses, { moves: true })),
    );

    expect(seen.map(({ result, requests }) => [result?.outcome, requests])).toEqual([
      ['fail', 2],
      ['inconclusive', 2],
    ]);
  });

  it('is sought again if there was no data, up to four times', async () => {
    const empty = pageOf();

    expect((await confirmed(check, [bad, empty, empty, bad])).result?.outcome).toBe('fail');
    const { result, requests } = await confirmed(check, [bad, empty]);
    expect(result?.reason).toBe('not reproduced: a re-run of the check did not find it: no record');
    expect(requests).toBe(4);
  });

  it('is inconclusive with the cause if the re-run got no response', async () => {
    expect((await confirmed(check, [bad, { status: 429 }])).result).toMatchObject({
      outcome: 'inconclusive',
      cause: 'rate-limited',
    });
  });

  it('is an error if the re-run ends in one', async () => {
    let runs = 0;
    const odd = checkOf({
      ask: async (context) => {
        runs += 1;
        if (runs > 1) throw new Error('odd');
        context.report(await context.ask(), { at: 'status', expected: 'x', actual: 'y', message: 'z' });
      },
    });

    expect((await confirmed(odd, [good])).result).toMatchObject({
      outcome: 'error',
      reason: 'internal error in touchstone: odd',
    });
  });

  it('is not sought after an interrupt', async () => {
    const { result, requests } = await confirmed(check, [bad], { signal: AbortSignal.abort() });

    expect(result?.reason).toContain('interrupted');
    expect(requests).toBe(0);
  });
});

it('frees what the rules of an operation share, one operation at a time where responses are large', async () => {
  const started: string[] = [];
  const scopes = new Map<object, World>();
  const noting: AskRule['ask'] = async (context) => {
    started.push(context.operation.id);
    scopes.set(context.world.scopeOf(context.operation), context.world);
    await ask(context);
  };
  const checks = ['getUsers', 'getApplications', 'getUsers', 'getApplications'].map((of, index) => ({
    ...checkOf({ ask: noting }, of),
    id: `${of}/${index}`,
  }));
  // Nearly every response exceeds what is kept, as if all of them were large.
  const client = { ...fakeClient(() => bad).client, bodies: new KeptBodies(1) } as Client;
  const input = inputOf(client, checks);
  const world = freshWorld(input, unboundedLedger(), false);
  const first = await Promise.all(checks.map((check) => askOnce(check, world, 1, null)));
  started.length = 0;
  scopes.clear();

  await confirm(input, first);

  expect(started).toEqual(['getUsers', 'getUsers', 'getApplications', 'getApplications']);
  expect(scopes.size).toBe(2);
  const now = [...scopes.values()].flatMap((one) => checks.map(({ operation }) => one.scopeOf(operation)));
  expect(now.some((scope) => scopes.has(scope))).toBe(false);
});
