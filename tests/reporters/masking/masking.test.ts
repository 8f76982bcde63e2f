import { describe, expect, it } from 'vitest';
import { mapScalars } from '../../../reporters/masking/json-places.js';
import { maskedPlaces, membersOf } from '../../../reporters/masking/mask-pattern.js';
import { maskedReport } from '../../../reporters/masking/mask-report.js';
import { pathTemplates } from '../../../reporters/masking/path-template.js';
import { Pseudonyms } from '../../../reporters/masking/pseudonyms.js';
import type { Exchange, Finding, RunReport } from '../../../schemas/generated/touchstone.js';
import { failedCheck, sampleIncomplete, sampleRun } from '../sample-run.js';

const MASKED = { bodies: 'masked', patterns: [] } as const;
const ID = '0b9b6a1e-7f39-4f0e-8a07-0a3a1f1f7a11';
const ada = { id: ID, username: 'ada.l', displayName: 'Ada Lovelace', email: 'ada@example.org', status: 'Active' };
const USERS = '/api/saas/consolidated-view/v1/users';

function exchangeOf(body: string, url = `http://h${USERS}?page_size=2`): Exchange {
  return {
    id: 'x1',
    request: { method: 'GET', url, headers: {} },
    response: { status: 200, headers: {}, body, bodyBytes: body.length, truncated: false },
    error: null,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    attempts: 1,
  };
}

/** The masked report of one finding and one exchange. */
function masked(finding: Partial<Finding>, exchange: Exchange, masking = {}) {
  const check = failedCheck();
  const own = { ...(check.findings[0] as Finding), ...finding };
  const run = sampleRun({ checks: [{ ...check, findings: [own] }], exchanges: [exchange] });
  const report = maskedReport(run, { ...MASKED, ...masking });
  return {
    finding: report.checks[0]?.findings[0] as Finding,
    exchange: report.exchanges[0] as Exchange,
    text: JSON.stringify(report),
  };
}

describe('a place of a pattern', () => {
  it.each([
    ['/items/*/country', '/items/3/country', true],
    ['/items/*/country', '/items/3/countryCode', false],
    ['/items/*/details', '/items/3/details/0/code', true],
    ['/**/code', '/items/3/details/0/code', true],
    ['/a~1b', '/a~1b', true],
    ['/items', '/pagination', false],
  ])('%s: %s is masked: %s', (pattern, pointer, expected) => {
    expect(maskedPlaces([pattern])(membersOf(pointer))).toBe(expected);
  });

  it.each(['/items/0/email', '/email', '/items/9/contactPhone', '/notes'])('%s is masked by default', (pointer) => {
    expect(maskedPlaces([])(membersOf(pointer))).toBe(true);
  });
});

describe('the scalars of a JSON text', () => {
  const places = (text: string) => {
    const found: string[] = [];
    mapScalars(text, (token, path) => {
      found.push(`/${path.join('/')} ${token}`);
      return token;
    });
    return found;
  };

  it('are found with their places', () => {
    expect(places('{"a":[1,{"b":"x, \\"y\\": {"}],"c":{"d":null},"e":true}')).toEqual([
      '/a/0 1',
      '/a/1/b "x, \\"y\\": {"',
      '/c/d null',
      '/e true',
    ]);
  });

  it('are found in a text that is cut anywhere', () => {
    const whole = JSON.stringify({ items: [ada, ada] });
    for (let end = 0; end < whole.length; end += 1) {
      const found = places(whole.slice(0, end));
      for (const place of found) expect(place).toMatch(/^\/items\/[01]\/(id|username|displayName|email|status) "/);
    }
  });

  it('leave the text as it is where nothing changes', () => {
    const text = '{ "a" : [ 1 , 2 ] ,\n "b" : "c" ';
    expect(mapScalars(text, (token) => token)).toBe(text);
  });
});

describe('a pseudonym', () => {
  it('is the same for the same value, and another one for another', () => {
    const names = new Pseudonyms();
    expect([names.of('Ada'), names.of('Bob'), names.of(' ada ')]).toEqual(['masked-1', 'masked-2', 'masked-1']);
    expect(names.of('')).toBe('');
  });

  it('replaces its value within text, in any form and case, and nothing else', () => {
    const names = new Pseudonyms();
    names.of('Ada Lovelace');
    names.of('O"Neil é');
    names.of('Bob');
    expect(names.text("displayName%20-eq%20'ADA%20LOVELACE'")).toBe("displayName%20-eq%20'masked-1'");
    expect(names.text('%27Ada+Lovelace%27 and "O\\"Neil é"')).toBe('%27masked-1%27 and "masked-2"');
    expect(names.text('Ada Lovelaces, Bobsleigh, Bob, "Bob"')).toBe('Ada Lovelaces, Bobsleigh, Bob, "masked-3"');
  });
});

describe('a pseudonym of a value whose lower case is longer', () => {
  it('replaces it in any form and case, and what follows it in the text', () => {
    const names = new Pseudonyms();
    names.of('İbrahim Yılmaz');
    names.of('École Normale');
    names.of('Ada Lovelace');

    expect(names.text('İBRAHIM: İbrahim Yılmaz, ibrahim yılmaz, ADA LOVELACE')).toBe(
      'İBRAHIM: masked-1, masked-1, masked-3',
    );
    expect(names.text(`/users/${encodeURIComponent('İbrahim Yılmaz')}`)).toBe('/users/masked-1');
    expect(names.text(`/users/${encodeURIComponent('École Normale')}`)).toBe('/users/masked-2');
  });
});

describe('a masked report', () => {
  it('holds no personal value in the reasons of the run, and none that only a record that could not be restored has', () => {
    const why = 'the target said "Ada Lovelace"';
    const at = { at: '2026-01-01T00:00:00.000Z', method: 'GET', url: 'http://h/' };
    const request = { ...at, request: 3 };
    const incomplete = sampleIncomplete({
      reason: why,
      unmet: [{ requirement: '--require-power 90%', reason: why, missing: [] }],
      firstTrouble: { ...request, cause: 'server-error', summary: why },
      probe: { ...at, succeeded: false, summary: why },
    });
    const left: NonNullable<RunReport['restoration']>['left'][number] = {
      kind: 'user',
      id: ID,
      reason: why,
      fields: [{ name: 'displayName', was: '"Ada Lovelace"', is: '"Ada L. Byron"' }],
      request: null,
    };
    const report = sampleRun({
      verdictReason: 'Ada L. Byron stays',
      gate: { state: 'red', reason: why },
      incomplete,
      restoration: { restored: 0, left: [left] } as never,
      checks: [],
    });

    const text = JSON.stringify(maskedReport(report, MASKED));

    expect(text).not.toContain('Lovelace');
    expect(text).not.toContain('Byron');
  });

  it('holds no personal value, in bodies, URLs or findings, and one pseudonym for each', () => {
    const filter = encodeURIComponent("displayName -contains 'ovel'");
    const bodyText = JSON.stringify({
      items: [ada, { ...ada, displayName: 'Bob Gray' }],
      pagination: { page_size: 2 },
    });
    const { exchange, finding, text } = masked(
      {
        at: '/items/0/displayName',
        expected: '"Ada Lovelace"',
        actual: 'ADA LOVELACE',
        message: 'the user ada.l is "Ada Lovelace" in the list',
      },
      exchangeOf(bodyText, `http://h${USERS}?filter=${filter}`),
    );

    for (const value of ['Ada', 'ADA', 'Lovelace', 'ovel', 'ada.l', 'ada@', 'Bob', 'Gray']) {
      expect(text).not.toContain(value);
    }
    expect(finding).toMatchObject({ expected: '"masked-2"', actual: 'masked-2' });
    expect(finding.message).toBe('the user masked-1 is "masked-2" in the list');
    expect(JSON.parse(exchange.response?.body ?? '')).toMatchObject({
      items: [
        { id: ID, displayName: 'masked-2', email: 'masked-3', status: 'Active' },
        { id: ID, displayName: expect.stringMatching(/^masked-\d+$/) },
      ],
      pagination: { page_size: 2 },
    });
  });

  it('holds no value that a finding quotes and that is in no body', () => {
    const { finding } = masked(
      {
        at: '/items',
        expected: 'ascending by displayName',
        actual: '"Zoe Ash" before "Amy Oak"',
        message: "'Zoe Ash' is first",
      },
      exchangeOf('{}'),
    );
    expect(finding.expected).toBe('ascending by displayName');
    const [, first] = /^"(masked-\d+)" before "masked-\d+"$/.exec(finding.actual) ?? [];
    expect(finding.message).toBe(`'${first}' is first`);
  });

  it.each([
    ["displayName -eq 'Siobhán O\\'Brien' omitted 1 record", /^displayName -eq 'masked-\d+' omitted 1 record$/],
    ["displayName -eq 'Siobhán O''Brien' omitted 1 record", /^displayName -eq 'masked-\d+' omitted 1 record$/],
    ['displayName -eq "Siobhán \\"O\' Brien" was rejected', /^displayName -eq "masked-\d+" was rejected$/],
    [
      "notes -contains 'Siobhán O\\'Brien… (181 characters) omitted",
      /^notes -contains 'masked-\d+… \(181 characters\) omitted$/,
    ],
    ["displayName -eq 'Siobhán O", /^displayName -eq 'masked-\d+$/],
    [
      '/notes is ["Siobhán O\'Brien and … (181 characters), not a string',
      /^\/notes is \["masked-\d+… \(181 characters\), not a string$/,
    ],
    ["'Siobhán O\\'Brien' is first", /^'masked-\d+' is first$/],
  ])('holds no part of a value that is escaped or cut: %s', (message, expected) => {
    const { finding } = masked({ at: '/items', expected: 'a', actual: 'b', message }, exchangeOf('{}'));
    expect(finding.message).toMatch(expected);
  });

  it('gives an escaped value in a URL or a body the pseudonym of the value', () => {
    const name = "Siobhán O'Brien";
    const filter = "displayName -eq 'Siobhán O\\'Brien'";
    const body = JSON.stringify({ items: [{ displayName: name }], error: `bad filter: ${filter}` });
    const { exchange } = masked({}, exchangeOf(body, `http://h${USERS}?filter=${encodeURIComponent(filter)}`));
    expect(JSON.parse(exchange.response?.body ?? '')).toEqual({
      items: [{ displayName: 'masked-1' }],
      error: "bad filter: displayName -eq 'masked-1'",
    });
    expect(decodeURIComponent(exchange.request.url)).toBe(`http://h${USERS}?filter=displayName -eq 'masked-1'`);
  });

  it('keeps what a finding says of fields that are not personal', () => {
    const own = {
      at: '/items/0/licenseCount',
      expected: 'an integer',
      actual: '"five"',
      message: '/items/0/licenseCount is "five"',
    };
    expect(masked(own, exchangeOf('{}')).finding).toMatchObject(own);
  });

  it('masks the places of further patterns', () => {
    const body = JSON.stringify({ items: [{ country: 'Utopia', department: 'Sales' }] });
    const { exchange } = masked({}, exchangeOf(body), { patterns: ['/items/*/country'] });
    expect(exchange.response?.body).toBe('{"items":[{"country":"masked-1","department":"Sales"}]}');
  });

  it('masks a body that is cut within a value', () => {
    const { exchange } = masked({}, exchangeOf('{"items":[{"displayName":"Ada Love'));
    expect(exchange.response?.body).toBe('{"items":[{"displayName":"masked-1"');
  });

  it('without bodies has none, and no personal value elsewhere', () => {
    const none = { bodies: 'none' };
    const { exchange, text } = masked({ message: '"Ada Lovelace"' }, exchangeOf(JSON.stringify(ada)), none);
    expect(exchange.response).toMatchObject({ body: '', truncated: true });
    expect(text).not.toContain('Lovelace');
  });

  it('is made once for all kinds of report', () => {
    const run = sampleRun();
    expect(maskedReport(run, MASKED)).toBe(maskedReport(run, { ...MASKED }));
    expect(maskedReport(run, { ...MASKED, patterns: ['/a'] })).not.toBe(maskedReport(run, MASKED));
  });

  it('with full bodies is the report itself', () => {
    const run = sampleRun();
    expect(maskedReport(run, { ...MASKED, bodies: 'full' })).toBe(run);
  });
});

describe('the template of a URL', () => {
  const { target } = sampleRun();
  const bindings = { getUser: 'GET /other/{userId}' };
  const template = pathTemplates({ target: { ...target, baseUrl: 'http://h/base', bindings } });

  it.each([
    [`/other/${ID}`, '/other/{userId}'],
    [`${USERS}/kpi?a=b`, `${USERS}/kpi?a=b`],
    [`${USERS}/${ID}/applications`, `${USERS}/{userId}/applications`],
    [`/not/known/${ID}/12`, '/not/known/{id}/{id}'],
  ])('%s is %s', (path, expected) => {
    expect(template(`http://h/base${path}`)).toBe(`http://h/base${expected}`);
  });

  it('is the URL itself on another host', () => {
    expect(template(`http://other/${ID}`)).toBe(`http://other/${ID}`);
  });
});
