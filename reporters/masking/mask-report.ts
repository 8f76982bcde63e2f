import type { Check, Exchange, Incomplete, RunReport } from '../../schemas/generated/touchstone.js';
import { maskedNames, maskedPlaces } from './mask-pattern.js';
import { MaskedTexts } from './masked-texts.js';
import { pathTemplates } from './path-template.js';
import { Pseudonyms } from './pseudonyms.js';

/** What a report shows of bodies: all of them, with personal values masked, or none. */
export type Bodies = 'full' | 'masked' | 'none';

/** How a report is masked. */
export interface Masking {
  readonly bodies: Bodies;
  /** JSON Pointer patterns of places to mask in addition to the personal fields. */
  readonly patterns: readonly string[];
}

/** What was masked last, by report: several kinds of report are made from it, and a large one takes seconds. */
const known = new WeakMap<RunReport, { readonly key: string; readonly masked: RunReport }>();

type Left = NonNullable<RunReport['restoration']>['left'][number];

/**
 * A run report without personal values: each is replaced by a pseudonym, the same one wherever the value occurs, in
 * bodies, URLs and texts. Without bodies, the values in the texts are masked all the same.
 */
export function maskedReport(report: RunReport, masking: Masking): RunReport {
  if (masking.bodies === 'full') return report;
  const key = JSON.stringify(masking);
  const last = known.get(report);
  if (last?.key === key) return last.masked;
  const masked = maskedAnew(report, masking);
  known.set(report, { key, masked });
  return masked;
}

/** A report whose URLs show the templates of paths instead of ids. */
export function withPathTemplates(report: RunReport): RunReport {
  const template = pathTemplates(report);
  const exchanges = report.exchanges.map(({ request, ...rest }) => ({
    ...rest,
    request: { ...request, url: template(request.url) },
  }));
  return { ...report, exchanges };
}

function maskedAnew(report: RunReport, { bodies, patterns }: Masking): RunReport {
  const isMasked = maskedPlaces(patterns);
  const texts = new MaskedTexts(isMasked, maskedNames(patterns), new Pseudonyms());
  // The first pass names the values, so that the texts before a value know it too.
  for (const { request, response } of report.exchanges) {
    texts.body(request.body ?? '');
    texts.body(response?.body ?? '');
  }
  for (const left of report.restoration?.left ?? []) maskedLeft(left, texts);
  for (const { findings } of report.checks) for (const finding of findings) texts.finding(finding);
  const text = (value: string) => texts.text(value);
  const maybe = (value: string | null) => (value === null ? null : text(value));
  const exchangeOf = (exchange: Exchange) => maskedExchange(exchange, bodies, texts);
  const { gate, shard, incomplete, restoration, power } = report;
  return {
    ...report,
    verdictReason: text(report.verdictReason),
    ...(gate && { gate: { ...gate, reason: text(gate.reason) } }),
    ...(shard && { shard: { ...shard, unjudged: maybe(shard.unjudged), stopped: maybe(shard.stopped) } }),
    ...(incomplete && { incomplete: maskedIncomplete(incomplete, texts) }),
    operations: report.operations.map((one) => ({ ...one, reason: maybe(one.reason) })),
    checks: report.checks.map((check) => maskedCheck(check, texts)),
    ...(restoration && {
      restoration: { ...restoration, left: restoration.left.map((left) => maskedLeft(left, texts)) },
    }),
    ...(power && {
      power: { ...power, blindSpots: power.blindSpots.map((spot) => ({ ...spot, reason: text(spot.reason) })) },
    }),
    observations: report.observations.map((one) => ({ ...one, value: text(one.value) })),
    warnings: report.warnings.map(text),
    exchanges: report.exchanges.map(exchangeOf),
  };
}

/** The requests that an incomplete run names. */
function maskedIncomplete(incomplete: Incomplete, texts: MaskedTexts): Incomplete {
  const { unmet, firstTrouble, lastGood, probe } = incomplete;
  const moment = <Of extends { readonly url: string }>(one: Of): Of => ({ ...one, url: texts.url(one.url) });
  return {
    ...incomplete,
    reason: texts.text(incomplete.reason),
    unmet: unmet.map((one) => ({ ...one, reason: texts.text(one.reason) })),
    firstTrouble: firstTrouble && { ...moment(firstTrouble), summary: texts.text(firstTrouble.summary) },
    lastGood: lastGood && moment(lastGood),
    probe: probe && { ...moment(probe), summary: texts.text(probe.summary) },
  };
}

function maskedCheck(check: Check, texts: MaskedTexts): Check {
  const { otherPlaces } = check;
  return {
    ...check,
    reason: check.reason === null ? null : texts.text(check.reason),
    findings: check.findings.map((finding) => texts.finding(finding)),
    ...(otherPlaces && {
      otherPlaces: otherPlaces.map((one) => ({ ...one, expected: texts.text(one.expected) })),
    }),
  };
}

/** A record that could not be restored: the request that restores it is complete in the run report only. */
function maskedLeft(left: Left, texts: MaskedTexts): Left {
  const { request } = left;
  return {
    ...left,
    reason: texts.text(left.reason),
    fields: left.fields.map(({ name, was, is }) => ({
      name,
      was: texts.body(was, [name]),
      is: texts.body(is, [name]),
    })),
    request: request && {
      ...request,
      url: texts.url(request.url),
      ...(request.body !== undefined && { body: texts.body(request.body) }),
    },
  };
}

function maskedExchange({ request, response, ...exchange }: Exchange, bodies: Bodies, texts: MaskedTexts): Exchange {
  const { body, ...sent } = request;
  const headers = (named: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(named).map(([name, value]) => [name, texts.text(value)]));
  return {
    ...exchange,
    error: exchange.error === null ? null : texts.text(exchange.error),
    request: {
      ...sent,
      url: texts.url(request.url),
      headers: headers(request.headers),
      ...(body !== undefined && bodies === 'masked' && { body: texts.body(body) }),
    },
    response: response && {
      ...response,
      headers: headers(response.headers),
      ...(bodies === 'none' ? { body: '', truncated: true } : { body: texts.body(response.body) }),
    },
  };
}
