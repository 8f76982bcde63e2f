import { describe, expect, it } from 'vitest';
import { operations } from '../../../contract/operations/index.js';
import { Answer } from '../../../engine/client/answer.js';
import { Redaction } from '../../../engine/client/redaction.js';
import { EvidenceLog } from '../../../engine/report/evidence-log.js';
import { type Accepts, findingsOf } from '../../../engine/report/finding-list.js';
import { reproduction } from '../../../engine/report/reproduction.js';
import type { Evidence } from '../../../engine/session/ask-context.js';
import type { CheckOptions, TargetOptions } from '../../../engine/target/options.js';
import { suggest } from '../../../engine/target/suggest.js';
import { resolveTarget } from '../../../engine/target/target.js';

const redaction = new Redaction(['hunter2-hunter2'], []);

function answerOf(body: string | Buffer, url = 'http://h/x'): Answer {
  const request = { method: 'GET', url, headers: { authorization: 'Bearer hunter2-hunter2' } };
  return new Answer(request, { status: 200, headers: {}, body: Buffer.from(body) }, null, 0, 1.23456, 1);
}

function evidenceOf(at: string, actual: unknown, expected = 'an integer', message = `${at} is wrong`): Evidence {
  return { difference: { at, expected, actual, message }, answer: answerOf('{}') };
}

describe('the log of exchanges', () => {
  it('keeps each exchange once, in the order in which they are referred to', () => {
    const log = new EvidenceLog(redaction);
    const [a, b] = [answerOf('a'), answerOf('b')];

    expect([log.add(b), log.add(a), log.add(b)]).toEqual(['x1', 'x2', 'x1']);
    expect(log.exchanges.map(({ response }) => response?.body)).toEqual(['b', 'a']);
  });

  it('keeps a response once of which findings and observations hold different parts', () => {
    const log = new EvidenceLog(redaction);
    const answer = answerOf('x'.repeat(50_000));

    expect([log.add(answer.excerpt), log.add(answer.shortExcerpt, 'observation')]).toEqual(['x1', 'x1']);
    expect(answer.shortExcerpt.received?.body.buffer.byteLength).toBeLessThan(12_000);
    expect(log.exchanges[0]?.response).toMatchObject({ bodyBytes: 50_000, truncated: false });
  });

  it('cuts a long body and says so, with its size in bytes', () => {
    const log = new EvidenceLog(redaction);

    log.add(answerOf('é'.repeat(100_000)));

    expect(log.exchanges[0]?.response).toMatchObject({ bodyBytes: 200_000, truncated: true });
    expect(log.exchanges[0]?.response?.body).toHaveLength(64 * 1024);
  });

  it.each([
    [64 * 1024, false],
    [64 * 1024 + 1, true],
  ])('cuts a body of %i characters: %s', (length, truncated) => {
    const log = new EvidenceLog(redaction);

    log.add(answerOf('a'.repeat(length)));

    expect(log.exchanges[0]?.response).toMatchObject({ bodyBytes: length, truncated });
    expect(log.exchanges[0]?.response?.body).toHaveLength(64 * 1024);
  });

  it('keeps less of each body once all bodies together are large', () => {
    const log = new EvidenceLog(redaction);

    for (let index = 0; index < 400; index += 1) log.add(answerOf('a'.repeat(64 * 1024)));

    const lengths = log.exchanges.map(({ response }) => response?.body.length);
    expect(lengths.slice(0, 384)).toEqual(Array(384).fill(64 * 1024));
    expect(lengths.slice(384)).toEqual(Array(16).fill(2048));
  });

  it('shows the size of a body that was kept only in part', () => {
    const log = new EvidenceLog(redaction);

    log.add(answerOf('a'.repeat(1_000_000)).excerpt);

    expect(log.exchanges[0]?.response).toMatchObject({ bodyBytes: 1_000_000, truncated: true });
    expect(log.exchanges[0]?.response?.body).toHaveLength(64 * 1024);
  });

  it('keeps less of what an observation refers to', () => {
    const log = new EvidenceLog(redaction);

    log.add(answerOf('a'.repeat(3000)), 'observation');

    expect(log.exchanges[0]?.response?.body).toHaveLength(2048);
  });

  it('keeps the request with its body, if it has one, and the time in milliseconds', () => {
    const log = new EvidenceLog(redaction);
    const request = { method: 'PATCH', url: 'http://h/x', headers: { accept: 'x' } };
    const answer = (body?: string) =>
      new Answer({ ...request, ...(body !== undefined && { body }) }, null, null, 0, 1.23456, 2);

    log.add(answer('{"a":1}'));
    log.add(answer());

    expect(log.exchanges[0]).toMatchObject({
      request: { ...request, body: '{"a":1}' },
      startedAt: '1970-01-01T00:00:00.000Z',
      durationMs: 1.235,
      attempts: 2,
    });
    expect(log.exchanges[1]?.request).not.toHaveProperty('body');
  });

  it('keeps no part of a secret at the end of a body that is searched in part', () => {
    const log = new EvidenceLog(redaction);

    for (const length of [60, 64, 72, 79.99, 80, 81]) {
      log.add(answerOf(`${'a'.repeat(length * 1024)}hunter2-hunter2${'b'.repeat(40 * 1024)}`));
    }

    expect(JSON.stringify(log.exchanges)).not.toContain('hunter');
  });

  it('keeps no half of a character, and replaces what is not UTF-8', () => {
    const log = new EvidenceLog(redaction);

    log.add(answerOf(`${'a'.repeat(64 * 1024 - 1)}😀`));
    log.add(answerOf(Buffer.from([0x7b, 0xff])));

    for (const { response } of log.exchanges) expect(response?.body).not.toMatch(/\p{Surrogate}/u);
  });

  it('keeps no secret of the request, its URL or the answer', () => {
    const log = new EvidenceLog(redaction);

    log.add(answerOf('hunter2-hunter2', 'http://h/hunter2-hunter2?a=hunter2-hunter2'));

    expect(JSON.stringify(log.exchanges)).not.toContain('hunter2');
  });

  it('keeps an exchange without an answer, with why there is none', () => {
    const log = new EvidenceLog(redaction);
    const failure = { kind: 'refused', message: 'the connection was refused', hint: '' } as const;

    log.add(new Answer({ method: 'GET', url: 'http://h', headers: {} }, null, failure, 0, 1, 3));

    expect(log.exchanges[0]).toMatchObject({ response: null, error: 'the connection was refused', attempts: 3 });
  });
});

describe('findings', () => {
  const list = (evidence: Evidence[], accepts: Accepts = () => undefined) =>
    findingsOf(evidence, new EvidenceLog(redaction), redaction, accepts);
  const find = (evidence: Evidence[]) => list(evidence).findings;

  it('are one for what is wrong in the same way at the same place of many items', () => {
    const found = find([evidenceOf('/items/0/a', 1), evidenceOf('/items/7/a', 2), evidenceOf('/items/0/b', 3)]);

    expect(found.map(({ message }) => message)).toEqual([
      '/items/0/a is wrong (and 1 more like it)',
      '/items/0/b is wrong',
    ]);
  });

  it('count similar ones with thousands separated', () => {
    const found = find(Array.from({ length: 1537 }, (_unused, index) => evidenceOf(`/items/${index}/a`, index)));

    expect(found.map(({ message }) => message)).toEqual(['/items/0/a is wrong (and 1,536 more like it)']);
  });

  it('are one whatever numbers and quoted values the expectation has', () => {
    const found = find([
      evidenceOf('/a', 1, 'at most 100 items like "a"'),
      evidenceOf('/a', 1, 'at most 7 items like "b \\" 12"'),
      evidenceOf('/a', 1, 'at least 7 items like "b"'),
    ]);

    expect(found.map(({ message }) => message)).toEqual(['/a is wrong (and 1 more like it)', '/a is wrong']);
  });

  it('keep a value of exactly the maximum length', () => {
    const shown = (length: number) => find([evidenceOf('/a', 'x'.repeat(length))])[0]?.actual;

    expect(shown(400)).toBe('x'.repeat(400));
    expect(shown(401)).toBe(`${'x'.repeat(400)}… (401 characters)`);
  });

  it('are bounded in number and size', () => {
    const found = find(Array.from({ length: 50 }, (_unused, index) => evidenceOf(`/f${index}`, 'x'.repeat(5000))));

    expect(found).toHaveLength(20);
    expect(found[0]?.actual.length).toBeLessThan(500);
    expect(found[0]?.actual).toContain('(5000 characters)');
  });

  it('list what is not accepted first, and how many are not listed', () => {
    const acceptance = { reason: 'known', expires: '2030-01-01' };
    const evidence = Array.from({ length: 30 }, (_unused, index) => evidenceOf(`/f${index}`, 1));
    const allBut = (place: string) => (at: string) => (at === place ? undefined : acceptance);

    const found = list(evidence, allBut('/f29'));

    expect(found.findings[0]).toMatchObject({ at: '/f29' });
    expect(found.findings[0]).not.toHaveProperty('accepted');
    expect(found.findings[1]).toMatchObject({ at: '/f0', accepted: acceptance });
    expect(found.accepted).toBe(false);
    expect(found.otherPlaces).toHaveLength(10);
    expect(found.otherPlaces[0]).toEqual({ at: '/f19', expected: 'an integer', accepted: acceptance });
  });

  it('are accepted as a whole only where what is not listed is accepted too', () => {
    const acceptance = { reason: 'known', expires: '2030-01-01' };

    expect(list([evidenceOf('/a', 1), evidenceOf('/b', 1)], () => acceptance).accepted).toBe(true);
    expect(list([], () => acceptance).accepted).toBe(false);
  });

  it('show values as JSON, texts as they are, and what is absent as nothing', () => {
    const actuals = [{ a: 1 }, 'text', undefined, null, 0].map((actual) => find([evidenceOf('/a', actual)])[0]?.actual);

    expect(actuals).toEqual(['{"a":1}', 'text', 'nothing', 'null', '0']);
  });

  it('hold no part of a secret where a value is cut', () => {
    const [found] = find([evidenceOf('/a', `${'x'.repeat(390)}hunter2-hunter2`)]);

    expect(found?.actual).not.toContain('hunter2');
  });

  it('do not fail on a value that nests deeply', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;

    expect(find([evidenceOf('/a', deep)])[0]?.actual).not.toBe('');
  });
});

describe('the command that reproduces a run', () => {
  const command = (target: Partial<TargetOptions>, options: CheckOptions = {}, embedded = false) =>
    reproduction(resolveTarget({ baseUrl: 'https://h.example/p', ...target }, operations), options, embedded);

  it('is the shortest one for a run with defaults', () => {
    expect(command({})).toBe('touchstone check --base-url https://h.example/p');
    expect(command({ token: 'abcdefgh' }, { seed: 0 }, true)).toBe('touchstone check --reference --seed 0');
  });

  it('has options of writes only for a run that may write', () => {
    expect(command({}, { taskTimeoutMs: 1000 })).not.toContain('--task-timeout');
    expect(command({}, { taskTimeoutMs: 1000, allowDestroy: true })).toContain('--allow-destroy --task-timeout 1000');
    expect(command({}, { taskTimeoutMs: 1000 }, true)).toContain('--task-timeout 1000');
  });

  it('gives everything that decides the run, quoted for a shell', () => {
    const text = command(
      {
        bindings: { getUser: 'GET /people/{userId}' },
        fixtures: { insightRuleId: "it's" },
        wireForm: 'array',
        headers: { 'X-Tenant': 'acme' },
      },
      {
        operations: ['get*'],
        areas: ['users'],
        rules: ['paging.*', '!paging.x'],
        level: 'must',
        strict: true,
        seed: 5,
        concurrency: 2,
        rps: 1.5,
        timeoutMs: 1000,
      },
    );

    expect(text).toBe(
      [
        'touchstone check --base-url https://h.example/p --header "x-tenant: $X_TENANT"',
        "--bind 'getUser=GET /people/{userId}' --fixture 'insightRuleId=it'\\''s' --wire-form array",
        "--operation 'get*' --area users --rule 'paging.*' --rule '!paging.x' --level must --strict",
        '--seed 5 --concurrency 2 --rps 1.5 --timeout 1000',
      ].join(' '),
    );
  });

  it('takes a bearer token from TOUCHSTONE_TOKEN, and names any other credential', () => {
    expect(command({ headers: { Authorization: 'Bearer abcdefgh' } })).not.toContain('--header');
    expect(command({ headers: { Authorization: 'Basic abcdefgh' } })).toContain(
      '--header "authorization: $AUTHORIZATION"',
    );
    expect(command({ headers: { 'x.odd-name': '1' } })).toContain('--header "x.odd-name: $X_ODD_NAME"');
  });
});

describe('a suggestion', () => {
  it.each([
    ['getUsrs', ['getUsers', 'getUser'], 'Did you mean "getUsers"?'],
    ['GETUSERS', ['getUsers'], 'Did you mean "getUsers"?'],
    ['nothing like it', ['a', 'b'], 'Known: a, b.'],
    ['x', [], ''],
    ['nothing like it', Array.from({ length: 30 }, (_unused, index) => `n${index}`), ''],
  ] as [string, string[], string][])('for %j among %j', (name, known, hint) => {
    expect(suggest(name, known)).toBe(hint);
  });
});
