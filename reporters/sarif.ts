import { createHash } from 'node:crypto';
import type { Log, ReportingDescriptor, Result, Run } from 'sarif';
import { operations } from '../contract/operations/index.js';
import type { Check, Exchange, Finding, RunReport } from '../schemas/generated/touchstone.js';
import { placeName, starred } from '../schemas/json-pointer.js';
import { sentence } from './finding-text.js';
import { rulePages } from './generated/rule-pages.js';
import { acceptedWhy } from './outcomes.js';
import { terminalText } from './terminal-text.js';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
/** Maximum length of a body, in characters; code scanning rejects large files. */
const BODY = 2000;
const VALUE = 300;

/** Escapes text for a SARIF message, where brackets form a link and braces a placeholder. */
function message(text: string): { text: string } {
  return { text: text.replace(/[\\[\]]/g, '\\$&').replace(/[{}]/g, '$&$&') };
}

function ruleOf({ rule, clause, level, section, title }: Check): ReportingDescriptor {
  const markdown = rulePages.get(rule);
  return {
    id: rule,
    shortDescription: { text: title },
    fullDescription: { text: `${title} (${section})` },
    help: {
      text: `${clause}, level ${level}, section "${section}" of the interface document: ${title}`,
      ...(markdown !== undefined && { markdown }),
    },
    defaultConfiguration: { level: level === 'must' ? 'error' : 'warning' },
    properties: { clause, level, section },
  };
}

/**
 * The location of a result. Code scanning knows only files, so the path template of the operation serves as a file path,
 * which is the same in every run, whatever ids it uses.
 */
function locations({ operation: id }: Check, { target }: RunReport): NonNullable<Result['locations']> {
  const bound =
    target.bindings[id]?.replace(/^\S+ /, '') ?? operations.find((one) => one.id === id)?.binding.path ?? id;
  // A SARIF viewer decodes the braces of the parameters, which a URI cannot contain.
  const uri = encodeURI(bound.replace(/^\/+/, ''));
  return [
    {
      physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } },
      logicalLocations: [{ name: id, fullyQualifiedName: id, kind: 'function' }],
    },
  ];
}

function web({ request, response, error }: Exchange): Pick<Result, 'webRequest' | 'webResponse'> {
  const { method, url: target, headers, body } = request;
  const sent = body === undefined ? {} : { body: { text: terminalText(body, BODY) } };
  return {
    webRequest: { protocol: 'HTTP', version: '1.1', method, target, headers, ...sent },
    webResponse:
      response === null
        ? { noResponseReceived: true, reasonPhrase: error ?? 'no response' }
        : {
            statusCode: response.status,
            headers: response.headers,
            body: { text: terminalText(response.body, BODY) },
          },
  };
}

/**
 * Stable for the same difference across runs, so that code scanning recognizes it. GitHub uses only
 * `primaryLocationLineHash`: a hash, and the number of its occurrence.
 */
function fingerprints(check: Check, finding: Finding): NonNullable<Result['partialFingerprints']> {
  const hash = createHash('sha256')
    .update(`${check.id} ${starred(finding.at)}`)
    .digest('hex');
  const same = check.findings.filter(({ at }) => starred(at) === starred(finding.at));
  return { primaryLocationLineHash: `${hash.slice(0, 16)}:${same.indexOf(finding) + 1}`, 'touchstone/v1': hash };
}

function resultOf(
  check: Check,
  finding: Finding,
  report: RunReport,
  exchange: Exchange | undefined,
  ruleIndex: number,
): Result {
  const text = (value: string) => terminalText(value, VALUE);
  const { at, expected, actual, accepted } = finding;
  const facts = `Expected: ${text(expected)}. Actual: ${text(actual)}. Where: ${text(placeName(at))}.`;
  return {
    ruleId: check.rule,
    ruleIndex,
    kind: 'fail',
    level: check.level === 'must' || report.selection.strict ? 'error' : 'warning',
    message: message(`${check.id}: ${sentence(text(finding.message))} ${facts}`),
    locations: locations(check, report),
    partialFingerprints: fingerprints(check, finding),
    ...(accepted && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: acceptedWhy(finding) }],
    }),
    ...(exchange && web(exchange)),
    properties: { check: check.id, at: text(at), exchange: finding.exchange },
  };
}

/** What stayed inconclusive, so that a run without results does not look like a run that conforms. */
function notifications(report: RunReport): NonNullable<Run['invocations']>[number]['toolExecutionNotifications'] {
  const inconclusive =
    report.verdict === 'inconclusive'
      ? [report.verdictReason]
      : report.incomplete
        ? [`the run is incomplete: ${report.incomplete.reason}`]
        : [];
  const errors = report.checks.filter(({ outcome }) => outcome === 'error');
  return [
    ...[...inconclusive, ...report.warnings].map((text) => ({
      level: 'warning' as const,
      message: message(terminalText(text)),
    })),
    ...errors.map(({ id, reason }) => ({
      level: 'error' as const,
      message: message(`${id}: ${terminalText(reason ?? 'internal error of touchstone')}`),
    })),
  ];
}

/**
 * The run report as SARIF 2.1.0 for code scanning: a result for each finding, with its request and response. Accepted
 * findings are suppressed; findings below level must are warnings.
 */
export function renderSarif(report: RunReport): string {
  const failed = report.checks.filter(({ outcome }) => outcome === 'fail');
  const rules = [...new Map(failed.map((check) => [check.rule, ruleOf(check)])).values()];
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const ends = new Date(Date.parse(report.startedAt) + report.durationMs);
  const log: Log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'touchstone', version: report.touchstone, rules } },
        invocations: [
          {
            executionSuccessful:
              report.verdict !== 'inconclusive' && report.incomplete === undefined && !report.interrupted,
            commandLine: report.command,
            startTimeUtc: report.startedAt,
            endTimeUtc: ends.toISOString(),
            toolExecutionNotifications: notifications(report) ?? [],
          },
        ],
        results: failed.flatMap((check) =>
          check.findings.map((finding) =>
            resultOf(check, finding, report, exchanges.get(finding.exchange ?? ''), indexes.get(check.rule) ?? 0),
          ),
        ),
        properties: { target: report.target.baseUrl, seed: report.seed, verdict: report.verdict },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
