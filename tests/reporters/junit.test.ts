import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { create } from 'xmlbuilder2';
import { renderJunit } from '../../reporters/junit.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { failedCheck, sampleCheck, sampleExchange, sampleFinding, sampleIncomplete, sampleRun } from './sample-run.js';

const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** A parsed element of the report. */
interface Read {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Read[];
  readonly text: string;
}

type Element = ReturnType<ReturnType<typeof create>['root']>['node'] & { readonly attributes: Iterable<Attr> };
interface Attr {
  readonly name: string;
  readonly value: string;
}

function read(node: Element): Read {
  return {
    name: node.nodeName,
    attributes: Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
    children: [...node.childNodes].filter((child) => child.nodeType === 1).map((child) => read(child as Element)),
    text: node.textContent ?? '',
  };
}

function parse(report: RunReport) {
  const root = read(create(renderJunit(report)).root().node as Element);
  const suites = root.children;
  return { root: root.attributes, suites, cases: suites.flatMap((suite) => suite.children) };
}

/** The child of a test case with a given name, such as its failure. */
function part(testcase: Read | undefined, name: string): Read | undefined {
  return testcase?.children.find((child) => child.name === name);
}

const strictly = (strict: boolean) => ({ ...sampleRun().selection, strict });

describe('the JUnit report', () => {
  test('has a suite for each operation and a case for each check, with times in seconds', () => {
    const { root, suites } = parse(
      sampleRun({ checks: [sampleCheck(), sampleCheck({ rule: 'sort.asc' }), sampleCheck({ operation: 'getUser' })] }),
    );

    expect(root).toMatchObject({ tests: '3', failures: '0', errors: '0', time: '1.400' });
    expect(suites.map(({ attributes }) => [attributes.name, attributes.tests, attributes.time])).toEqual([
      ['getUsers', '2', '0.040'],
      ['getUser', '1', '0.020'],
    ]);
    expect(suites[1]?.children.map(({ name, attributes }) => ({ [name]: attributes }))).toEqual([
      { testcase: { classname: 'touchstone.users.getUser', name: 'paging.total-pages', time: '0.020' } },
    ]);
  });

  test('has no suite that takes longer than the run, although its checks run at the same time', () => {
    const checks = ['sort.asc', 'sort.desc'].map((rule) => sampleCheck({ rule, durationMs: 900 }));
    const { root, suites, cases } = parse(sampleRun({ checks, durationMs: 1400 }));

    expect([root.time, suites[0]?.attributes.time]).toEqual(['1.400', '1.400']);
    expect(cases.map(({ attributes }) => attributes.time)).toEqual(['0.900', '0.900']);
  });

  test('reports a failure as requirement, expected, actual, where and a curl command', () => {
    const { cases, root } = parse(sampleRun({ verdict: 'does-not-conform', checks: [failedCheck()] }));

    const failure = part(cases[0], 'failure');
    expect(root.failures).toBe('1');
    expect(failure?.attributes).toEqual({ type: 'must', message: sampleFinding().message });
    expect(failure?.text).toMatch(
      /^Requirement: .*\nDocs: touchstone explain paging\.total-pages\n\ntotal_pages .*\nExpected: 6 .*\nActual: 5\nWhere: \/pagination\/total_pages in GET https:\S+ → 200\nReproduce: curl /,
    );
  });

  test('names the whole body as the place of a finding about all of it', () => {
    const { cases } = parse(sampleRun({ checks: [failedCheck({ findings: [sampleFinding({ at: '' })] })] }));

    expect(part(cases[0], 'failure')?.text).toContain('\nWhere: the whole body in GET https:');
  });

  test('reports a warning in a passing case, and as a failure in a strict run', () => {
    const checks = [failedCheck({ level: 'should' })];

    const [lenient] = parse(sampleRun({ checks })).cases;
    const strict = parse(sampleRun({ checks, selection: strictly(true) }));

    expect(part(lenient, 'failure')).toBeUndefined();
    expect(part(lenient, 'system-out')?.text).toMatch(/^Warning\.\nRequirement: /);
    expect(part(strict.cases[0], 'failure')?.attributes.type).toBe('should');
    expect(strict.root.failures).toBe('1');
  });

  test.each(['inconclusive', 'not-applicable', 'excluded'] as const)(
    'reports %s as skipped, with the reason',
    (outcome) => {
      const { cases, suites } = parse(sampleRun({ checks: [sampleCheck({ outcome, reason: 'no insight rule' })] }));

      expect(part(cases[0], 'skipped')?.text).toBe(`${outcome}: no insight rule`);
      expect(suites[0]?.attributes.skipped).toBe('1');
    },
  );

  test('reports an internal error of touchstone as an error', () => {
    const { cases, root } = parse(sampleRun({ checks: [sampleCheck({ outcome: 'error', reason: 'it broke' })] }));

    expect(part(cases[0], 'error')?.attributes).toEqual({ message: 'it broke', type: 'error' });
    expect(root.errors).toBe('1');
  });

  test.each([
    [
      'was inconclusive',
      { verdict: 'inconclusive', verdictReason: 'the host did not respond' },
      'inconclusive: the host did not respond',
    ],
    ['was interrupted', { interrupted: true, verdictReason: 'stopped' }, 'interrupted: stopped'],
    [
      'was interrupted, which is the reason',
      { interrupted: true, verdictReason: 'the run was interrupted' },
      'the run was interrupted',
    ],
  ] as const)('is not green if the run %s', (_name, run, message) => {
    const { cases, root } = parse(sampleRun(run));

    expect(cases.at(-1)?.attributes.name).toBe('verdict');
    expect(part(cases.at(-1), 'error')?.attributes.message).toBe(message);
    expect([root.tests, root.errors]).toEqual(['2', '1']);
  });

  test('counts checks as errors if the target made them inconclusive, in an incomplete run only', () => {
    const checks = [
      sampleCheck(),
      sampleCheck({ rule: 'a.must', outcome: 'inconclusive', reason: 'not sent', cause: 'transport' }),
      sampleCheck({
        rule: 'a.should',
        level: 'should',
        outcome: 'inconclusive',
        reason: 'not sent',
        cause: 'transport',
      }),
      sampleCheck({ rule: 'a.closed', outcome: 'inconclusive', reason: '403', cause: 'forbidden' }),
      sampleCheck({ rule: 'a.data', outcome: 'inconclusive', reason: 'no data' }),
    ];

    const { cases, root } = parse(sampleRun({ verdict: 'incomplete', incomplete: sampleIncomplete(), checks }));

    expect(cases.map((one) => part(one, 'error')?.attributes.type)).toEqual([
      undefined,
      'transport',
      undefined,
      undefined,
      undefined,
      'incomplete',
    ]);
    expect(root.errors).toBe('2');
    expect(parse(sampleRun({ checks })).root.errors).toBe('0');
  });

  test('has no verdict case if the verdict follows from the other cases', () => {
    expect(renderJunit(sampleRun())).not.toContain('name="verdict"');
  });

  test('does not contain observations', () => {
    const observations = [{ clause: 'gap.one', operation: 'getUsers', value: 'seen', exchange: null }];

    expect(renderJunit(sampleRun({ observations }))).toBe(renderJunit(sampleRun()));
  });

  test('is well-formed and contains only XML 1.0 characters, whatever the target sends', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom(
          '\u0000',
          '\u001b',
          '\ud800',
          '\udfff',
          '\ufffe',
          '\uffff',
          ']]>',
          '&#0;',
          '&amp;',
          '&#xFFFF;',
          '<',
          '&',
          '"',
          '\n',
          'é',
          '🙂',
        ),
      }),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (one, two, three) => {
        const finding = sampleFinding({ at: one, expected: two, actual: three, message: one });
        const exchange = sampleExchange({ request: { url: two, headers: { 'x-a': three } } });
        const report = sampleRun({
          verdict: 'inconclusive',
          verdictReason: three,
          startedAt: one,
          exchanges: [exchange],
          checks: [
            failedCheck({ findings: [finding], title: two, clause: three }),
            failedCheck({ findings: [finding], level: 'should', operation: one, rule: two }),
            sampleCheck({ outcome: 'inconclusive', reason: one }),
            sampleCheck({ outcome: 'error', reason: two }),
          ],
        });

        const text = renderJunit(report);

        expect(text).not.toMatch(NOT_XML);
        expect(text).not.toMatch(/&(?!(?:lt|gt|amp|quot|apos);)/);
        expect(parse(report).cases).toHaveLength(5);
      }),
    );
  });

  test('preserves the text of a finding', () => {
    const actual = `<b>&amp;]]>"'é &lt; & &nbsp;`;

    const { cases } = parse(
      sampleRun({ checks: [failedCheck({ findings: [sampleFinding({ actual, message: actual })] })] }),
    );

    expect(part(cases[0], 'failure')?.attributes.message).toBe(actual);
    expect(part(cases[0], 'failure')?.text).toContain(`\nActual: ${actual}\n`);
  });

  test('reports an accepted failure as skipped, with the reason and the findings', () => {
    const finding = sampleFinding({ accepted: { reason: 'known', ticket: 'T-1', expires: '2030-01-01' } });
    const gate = { state: 'green', reason: 'x' } as const;
    const { cases, root } = parse(
      sampleRun({ verdict: 'does-not-conform', gate, checks: [failedCheck({ findings: [finding], accepted: true })] }),
    );

    expect(root).toMatchObject({ tests: '1', failures: '0', errors: '0' });
    expect(part(cases[0], 'skipped')?.text).toMatch(/^accepted: known \(until 2030-01-01, T-1\)\nRequirement: /);
    expect(part(cases[0], 'skipped')?.text).toContain('Expected: 6 (523 items, 100 a page)');
  });

  test('is red for an outdated baseline, and adds no verdict case to a failed check', () => {
    const gate = { state: 'red', reason: 'remove the entry' } as const;
    const { cases } = parse(sampleRun({ gate, baseline: { allowFixed: false, entries: [] } }));
    expect(part(cases.at(-1), 'error')?.attributes.message).toBe('baseline out of date: remove the entry');
    expect(renderJunit(sampleRun({ gate, checks: [failedCheck()] }))).not.toContain('name="verdict"');
  });
});
