import type { Check, Exchange, Finding, Incomplete, Power, RunReport } from '../../schemas/generated/touchstone.js';

/** An exchange of `GET /users` with status 200; a test can override any part. */
export function sampleExchange({
  request,
  ...rest
}: { request?: Partial<Exchange['request']> } & Partial<Omit<Exchange, 'request'>> = {}): Exchange {
  return {
    id: 'x1',
    request: {
      method: 'GET',
      url: 'https://target.example/api/users?page_size=100',
      headers: { accept: 'application/json', authorization: '[redacted]', 'user-agent': 'touchstone/0.1.0' },
      ...request,
    },
    response: { status: 200, headers: {}, body: '{"items":[]}', bodyBytes: 12, truncated: false },
    error: null,
    startedAt: '2024-05-06T07:08:09.123Z',
    durationMs: 12,
    attempts: 1,
    ...rest,
  };
}

/** A finding about the number of pages, seen in exchange `x1`. */
export function sampleFinding(finding: Partial<Finding> = {}): Finding {
  return {
    at: '/pagination/total_pages',
    expected: '6 (523 items, 100 a page)',
    actual: '5',
    message: 'total_pages is too small for total_items.',
    exchange: 'x1',
    ...finding,
  };
}

/** The power of a run with a blind spot. */
export function samplePower(power: Partial<Power> = {}): Power {
  return {
    extent: 'sample',
    injected: 1830,
    noticed: 1742,
    inconclusive: 12,
    unchanged: 3,
    durationMs: 9000,
    byLevel: { must: { injected: 1200, noticed: 1190 }, should: { injected: 630, noticed: 552 } },
    byRule: [{ rule: 'paging.partition', injected: 1830, noticed: 1742 }],
    byOperation: [{ operation: 'getContractTypes', injected: 1830, noticed: 1742 }],
    blindSpots: [
      {
        operation: 'getContractTypes',
        rule: 'paging.partition',
        cause: 'data',
        reason: 'only 2 records to check',
        remedy: 'Check a tenant with more or other records.',
        missed: 1,
        faults: ['getContractTypes/item-twice', 'getContractTypes/item-of-page-before'],
      },
    ],
    ...power,
  };
}

/** A check that passed; its id follows from `operation` and `rule`. */
export function sampleCheck(check: Partial<Omit<Check, 'id'>> = {}): Check {
  const made: Omit<Check, 'id'> = {
    operation: 'getUsers',
    area: 'users',
    rule: 'paging.total-pages',
    clause: 'paging.total-pages',
    level: 'must',
    section: 'Pagination object',
    title: 'total_pages is total_items over page_size, rounded up',
    outcome: 'pass',
    reason: null,
    findings: [],
    durationMs: 20,
    ...check,
  };
  return { id: `${made.operation}/${made.rule}`, ...made };
}

/** A check that failed with one finding. */
export function failedCheck(check: Partial<Omit<Check, 'id'>> = {}): Check {
  return sampleCheck({ outcome: 'fail', findings: [sampleFinding()], ...check });
}

/** The reason of an incomplete run whose target became unreachable. */
export function sampleIncomplete(incomplete: Partial<Incomplete> = {}): Incomplete {
  const url = 'https://target.example/api/users';
  return {
    reason: '7 MUST checks are inconclusive because the connection to the target was refused or broke',
    checks: 7,
    causes: { transport: 7 },
    unmet: [],
    firstTrouble: {
      at: '2024-05-06T07:08:10.000Z',
      request: 801,
      method: 'GET',
      url,
      cause: 'transport',
      summary: 'no response: the connection is refused (ECONNREFUSED)',
    },
    lastGood: { at: '2024-05-06T07:08:09.900Z', request: 800, method: 'GET', url },
    probe: { at: '2024-05-06T07:08:14.000Z', method: 'GET', url, succeeded: false, summary: 'no response: refused' },
    endedEarly: true,
    ...incomplete,
  };
}

/** The report of a run that conforms, with one check and two operations; a test can override any part. */
export function sampleRun(report: Partial<RunReport> = {}): RunReport {
  return {
    format: 'touchstone.run-report/2',
    touchstone: '0.1.0',
    verdict: 'conforms',
    verdictReason: 'No clause of the document was violated.',
    interrupted: false,
    seed: 42,
    startedAt: '2024-05-06T07:08:09.123Z',
    durationMs: 1400,
    command: 'touchstone check --base-url https://target.example/ --seed 42',
    target: { baseUrl: 'https://target.example/', embedded: false, wireForm: 'object', bindings: {}, fixtures: {} },
    selection: { operations: [], areas: [], rules: [], level: 'gap', strict: false, budget: 'standard' },
    requests: { sent: 1312, retried: 0, failed: 0, traceId: '0af7651916cd43dd8448eb211c80319c' },
    operations: [
      { id: 'getUsers', title: 'Get users', area: 'users', state: 'exercised', reason: null, requests: 12 },
      {
        id: 'updateUser',
        title: 'Update user',
        area: 'users',
        state: 'explained',
        reason: 'writes are not allowed',
        requests: 0,
      },
    ],
    checks: [sampleCheck()],
    observations: [],
    warnings: [],
    exchanges: [sampleExchange()],
    ...report,
  };
}
