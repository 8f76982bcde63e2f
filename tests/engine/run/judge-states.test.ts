import { describe, expect, it } from 'vitest';
import { operation } from '../../../contract/operations/index.js';
import { Redaction } from '../../../engine/client/redaction.js';
import { EvidenceLog } from '../../../engine/report/evidence-log.js';
import { findingsOf } from '../../../engine/report/finding-list.js';
import { JudgeStates } from '../../../engine/run/judge-states.js';
import type { PlannedCheck } from '../../../engine/run/plan.js';
import type { JudgeRule } from '../../../engine/run/rule.js';
import type { Seen } from '../../../engine/session/seen.js';
import { answer } from '../answers.js';
import { planned } from '../checks.js';

const list = { items: [{ id: 'a' }], pagination: {} };

/** A response to a request of the list of users, or of another operation. */
function seen({ url = 'http://h/users', of = 'getUsers', body = list as unknown } = {}): Seen {
  return { operation: operation(of), answer: answer({ url }), query: {}, params: {}, body, problems: [] };
}

function checkOf(judge: JudgeRule['judge'], id = 'law.rule', of = 'getUsers'): PlannedCheck {
  const check = planned({ id, operation: of, needs: ['answer'] });
  return { ...check, rule: { ...check.rule, judge } as JudgeRule };
}

const finds: JudgeRule['judge'] = ({ answer: { request } }, report) => {
  report({ at: request.url, expected: 'x', actual: 'y', message: 'z' });
  return true;
};

describe('the judge checks of a run', () => {
  it('have no result before a response decides them', () => {
    const check = checkOf(() => true);

    expect(new JudgeStates([check]).resultOf(check)).toBeNull();
  });

  it('pass once a response has decided them without a finding', () => {
    const check = checkOf(() => true);
    const states = new JudgeStates([check]);

    states.accept(seen());

    expect(states.resultOf(check)).toMatchObject({ outcome: 'pass', reason: null, evidence: [] });
  });

  it('keep the beginning of a response only where a report shows it: the first one, and that with the first URL', () => {
    const check = checkOf((_seen, report) => {
      report({ at: '/items/0/name', expected: 'x', actual: 'y', message: 'z' });
      return true;
    });
    const states = new JudgeStates([check]);
    const body = { pad: 'x'.repeat(30_000) };

    for (const url of ['http://h/c', 'http://h/d', 'http://h/b', 'http://h/a', 'http://h/e']) {
      states.accept({ ...seen(), answer: answer({ url, body }) });
    }

    const kept = states.resultOf(check)?.evidence.map((one) => [one.answer.request.url, one.answer.isShort]);
    expect(kept).toEqual([
      ['http://h/a', false],
      ['http://h/b', true],
      ['http://h/c', false],
      ['http://h/d', true],
      ['http://h/e', true],
    ]);
  });

  it('check either the responses to valid requests or those that reject writes', () => {
    const usual = checkOf(finds, 'law.usual');
    const { rule, ...check } = checkOf(finds, 'law.rejections');
    const ofRejections: PlannedCheck = { ...check, rule: { ...rule, rejections: true } as JudgeRule };
    const states = new JudgeStates([usual, ofRejections]);

    states.accept(seen({ url: 'http://h/valid' }));
    states.accept({ ...seen({ url: 'http://h/rejected' }), rejected: 'none' });

    const urls = (one: PlannedCheck) => states.resultOf(one)?.evidence.map(({ answer: { request } }) => request.url);
    expect(urls(usual)).toEqual(['http://h/valid']);
    expect(urls(ofRejections)).toEqual(['http://h/rejected']);
  });

  it('have no result from a response that decides nothing, or lacks what the rule needs', () => {
    const check = checkOf(() => false);
    const states = new JudgeStates([check]);

    states.accept(seen());
    states.accept(seen({ body: undefined }));

    expect(states.resultOf(check)).toBeNull();
  });

  it('are not decided by responses of other operations', () => {
    const [users, applications] = [checkOf(() => true), checkOf(() => true, 'law.rule', 'getApplications')];
    const states = new JudgeStates([users, applications]);

    states.accept(seen({ of: 'getApplications' }));

    expect(states.resultOf(users)).toBeNull();
    expect(states.resultOf(applications)?.outcome).toBe('pass');
  });

  it('each have their own result', () => {
    const [keeps, breaks] = [checkOf(() => true, 'law.keeps'), checkOf(finds, 'law.breaks')];
    const states = new JudgeStates([keeps, breaks]);

    states.accept(seen());

    expect(states.resultOf(keeps)?.outcome).toBe('pass');
    expect(states.resultOf(breaks)?.outcome).toBe('fail');
  });

  it('fail with the evidence in the order of the URLs, whatever the order of the responses', () => {
    const urls = ['http://h/c', 'http://h/a', 'http://h/d', 'http://h/b'];
    const orders = [urls, urls.toReversed(), urls.toSorted()];

    const found = orders.map((order) => {
      const check = checkOf(finds);
      const states = new JudgeStates([check]);
      for (const url of order) states.accept(seen({ url }));
      return states.resultOf(check)?.evidence.map(({ difference }) => difference.at);
    });

    expect(found).toEqual(orders.map(() => ['http://h/a', 'http://h/b', 'http://h/c', 'http://h/d']));
  });

  it('keep the order of the findings of one response', () => {
    const check = checkOf((_seen, report) => {
      for (const at of ['/b', '/a', '/c']) report({ at, expected: 'x', actual: 'y', message: 'z' });
      return true;
    });
    const states = new JudgeStates([check]);

    states.accept(seen());

    expect(states.resultOf(check)?.evidence.map(({ difference }) => difference.at)).toEqual(['/b', '/a', '/c']);
  });

  it('are errors if a rule throws, even if other responses passed, but not if there is a finding', () => {
    const throwing: JudgeRule['judge'] = ({ answer: { request } }) => {
      if (request.url.endsWith('odd')) throw new Error('odd');
      return true;
    };
    const check = checkOf(throwing);
    const states = new JudgeStates([check]);
    states.accept(seen());
    states.accept(seen({ url: 'http://h/odd' }));

    const both = checkOf((one, report) => finds(one, report) && throwing(one, report));
    const others = new JudgeStates([both]);
    others.accept(seen({ url: 'http://h/odd' }));

    expect(states.resultOf(check)).toMatchObject({ outcome: 'error', reason: 'internal error in touchstone: odd' });
    expect(others.resultOf(both)?.outcome).toBe('fail');
  });

  it('keep one difference of each kind from a response, and count the others', () => {
    const check = checkOf((_seen, report) => {
      for (let index = 0; index < 300_000; index += 1) {
        const [actual, message] = [`${index}`, 'no'];
        report({ at: `/items/${index}/a`, expected: `less than ${index}`, actual, message });
        if (index % 100_000 === 0) report({ at: `/items/${index}/b`, expected: 'text', actual, message });
      }
      return true;
    });
    const states = new JudgeStates([check]);

    states.accept(seen());
    states.accept(seen({ url: 'http://h/users?page_number=2' }));

    const { evidence } = states.resultOf(check) ?? { evidence: [] };
    expect(evidence.map(({ difference: { at }, more }) => [at, more])).toEqual([
      ['/items/0/a', 299_999],
      ['/items/0/b', 2],
      ['/items/0/a', 299_999],
      ['/items/0/b', 2],
    ]);
    const log = new EvidenceLog(new Redaction([], []));
    const { findings } = findingsOf(evidence, log, new Redaction([], []), () => undefined);
    expect(findings.map(({ message }) => message)).toEqual([
      'no (and 599,999 more like it)',
      'no (and 5 more like it)',
    ]);
  });

  it('keep what a rule reported before it failed itself', () => {
    const check = checkOf((_seen, report) => {
      report({ at: '/a', expected: 'x', actual: 'y', message: 'z' });
      throw new Error('broken');
    });
    const states = new JudgeStates([check]);

    states.accept(seen());

    expect(states.resultOf(check)).toMatchObject({ outcome: 'fail', evidence: [{ difference: { at: '/a' } }] });
  });
});
