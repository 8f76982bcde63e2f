import type { Check, Exchange, RootCause, RunReport } from '../../schemas/generated/touchstone.js';
import { factsOf } from '../finding-text.js';
import { counted } from '../numbers.js';
import { isFailure, isWarning } from '../outcomes.js';
import { terminalText } from '../terminal-text.js';
import type { Paper } from './paper.js';
import { wrap } from './wrap.js';

/** What a run's checks say in addition to its root causes. */
export interface Unexplained {
  readonly checks: readonly Check[];
  /** Checks that are inconclusive because of what a root cause explains. */
  readonly following: readonly Check[];
}

/** The checks that no root cause explains, and those that cannot be decided because of one. */
export function unexplained({ checks, causes = [] }: Pick<RunReport, 'checks' | 'causes'>): Unexplained {
  const known = new Set(causes.flatMap((cause) => cause.checks));
  const rules = new Set(checks.filter(({ id }) => known.has(id)).map(({ rule }) => rule));
  const follows = ({ outcome, reason }: Check) =>
    outcome === 'inconclusive' &&
    [...(reason ?? '').matchAll(/\(see ([\w.-]+)\)/g)].some(([, rule = '']) => rules.has(rule));
  const following = checks.filter(follows);
  return { checks: checks.filter((check) => !known.has(check.id) && !follows(check)), following };
}

/** Each root cause with an example, and in few words the checks that it explains. */
export function rootCauses(
  { checks, causes = [] }: Pick<RunReport, 'checks' | 'causes'>,
  exchanges: ReadonlyMap<string, Exchange>,
  on: Paper,
): string[] {
  return causes.flatMap((cause) => [
    `${on.colors.red('✗')} ${on.colors.bold(terminalText(cause.title))}`,
    ...explains(cause, checks, on),
    '',
    ...example(cause, checks, exchanges, on),
    '',
  ]);
}

function explains(cause: RootCause, checks: readonly Check[], on: Paper): string[] {
  const own = checksOf(cause, checks);
  const warnings = own.filter(isWarning).length;
  const counts = [
    counted(own.filter(isFailure).length, 'failure'),
    ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
  ].join(' and ');
  const operations = new Set(own.map(({ operation }) => operation)).size;
  const rules = [...new Set(own.map(({ rule }) => rule))].join(', ');
  return wrap(`explains ${counts} of ${counted(operations, 'operation')}: ${rules}`, on.width - 2).map(
    (line) => `  ${line}`,
  );
}

/** The first finding that it explains, with the command that reproduces it. */
function example(
  cause: RootCause,
  checks: readonly Check[],
  exchanges: ReadonlyMap<string, Exchange>,
  on: Paper,
): string[] {
  const [first] = checksOf(cause, checks);
  const finding = first?.findings[0];
  if (first === undefined || finding === undefined) return [];
  const facts = factsOf(finding, finding.exchange === null ? undefined : exchanges.get(finding.exchange));
  const shown = facts.filter(({ label }) => label === 'Reproduce').map(({ text }) => `  ${text}`);
  return [
    ...wrap(`${first.id}: ${terminalText(finding.message, 300)}`, on.width - 2).map((line) => `  ${line}`),
    ...shown,
  ];
}

function checksOf(cause: RootCause, checks: readonly Check[]): Check[] {
  const ids = new Set(cause.checks);
  return checks.filter(({ id }) => ids.has(id));
}
