import type { Operation } from '../../contract/types.js';
import type { Incomplete, Power } from '../../schemas/generated/touchstone.js';
import { applies, countChecks, isDecided, percentage } from '../../schemas/run-summary.js';
import type { Result } from '../run/result.js';
import { isWrite } from '../run/rule.js';
import { matchesGlob } from '../target/matches-glob.js';
import type { CheckOptions } from '../target/options.js';
import { suggest } from '../target/suggest.js';
import { UsageError } from '../target/usage-error.js';

type Unmet = Incomplete['unmet'][number];

/** The power of a run, or why it could not be measured. */
interface Measured {
  readonly power?: Power | null;
  readonly unmeasured?: string | null;
}

/** The maximum number of ids in a reason; the report lists all of them. */
const NAMED = 3;

/** Throws a UsageError for a requirement that no run can meet. */
export function assertRequirements(
  { requireOperations = [], requireDecided, requirePower }: CheckOptions,
  operations: readonly Operation[],
) {
  if (requireDecided !== undefined && !(requireDecided >= 0 && requireDecided <= 100)) {
    throw new UsageError(`${requireDecided}% of the checks cannot be required`, 'Give a percentage from 0% to 100%.');
  }
  if (requirePower !== undefined && !(requirePower >= 0 && requirePower <= 100)) {
    throw new UsageError(`${requirePower}% of the deviations cannot be required`, 'Give a percentage from 0% to 100%.');
  }
  const ids = operations.map(({ id }) => id);
  const empty = requireOperations.find((glob) => glob === '' || !ids.some((id) => matchesGlob(id, glob)));
  if (empty === undefined) return;
  throw new UsageError(
    `no operation matches "${empty}", which --require-operation names`,
    `${suggest(empty, ids)} See \`touchstone list operations\`.`.trim(),
  );
}

/**
 * The ids of the tested operations: those with a check of level must that was decided by the response to one of their
 * own requests.
 */
export function testedOperations(results: readonly Result[]): ReadonlySet<string> {
  const decided = results.filter(
    (result) => isDecided(result) && result.check.level === 'must' && needsAnswer(result.check.rule),
  );
  return new Set(decided.map(({ check }) => check.operation.id));
}

/**
 * The checks that need a response of the operations that write and of which none of these checks was decided. Operations that the
 * target returns 403 for count only if there are no others: a part of an interface may be closed to a caller.
 */
export function inconclusiveWrites(results: readonly Result[]): readonly Result[] {
  const writes = results.filter(
    ({ check, outcome }) =>
      outcome !== 'excluded' && check.level === 'must' && check.operation.tier !== undefined && needsAnswer(check.rule),
  );
  const decided = new Set(writes.filter(isDecided).map(({ check }) => check.operation.id));
  const rest = writes.filter(({ check }) => !decided.has(check.operation.id));
  return decided.size === 0 ? rest : rest.filter(applies);
}

/** A rule without needs may be decided by a refusal alone, which a closed target returns too. */
function needsAnswer(rule: Result['check']['rule']): boolean {
  if (isWrite(rule)) return (rule.records ?? 0) !== 0 || rule.needs.length === 0;
  return rule.needs.some((need) => need !== 'credential');
}

/** The unmet requirements of a run, with what is missing. */
export function unmetRequirements(
  results: readonly Result[],
  operations: readonly Operation[],
  { requireDecided, requirePower, requireOperations = [] }: CheckOptions,
  { power, unmeasured }: Measured = {},
): Unmet[] {
  const tested = testedOperations(results);
  return [
    ...(requireDecided === undefined ? [] : inconclusive(results, requireDecided)),
    ...(requirePower === undefined || !power ? [] : blind(power, requirePower)),
    ...(requirePower === undefined || !unmeasured ? [] : [unknownPower(requirePower, unmeasured)]),
    ...requireOperations.flatMap((glob) => {
      const missing = operations.map(({ id }) => id).filter((id) => matchesGlob(id, glob) && !tested.has(id));
      if (missing.length === 0) return [];
      const requirement = `--require-operation ${glob}`;
      return [{ requirement, missing, reason: `${requirement} is not met: ${named(missing)} not tested` }];
    }),
  ];
}

function inconclusive(results: readonly Result[], wanted: number): Unmet[] {
  const own = results.filter((result) => result.check.level === 'must' && applies(result));
  const { must } = countChecks(own.map(({ outcome, check }) => ({ outcome, level: check.level })));
  if (must.applicable > 0 && must.decided >= (wanted / 100) * must.applicable) return [];
  const missing = own.filter((result) => !isDecided(result)).map(({ check }) => check.id);
  const requirement = `--require-decided ${wanted}%`;
  const share = `${must.decided} of ${must.applicable} MUST checks (${percentage(must)}) were decided`;
  const without = missing.length === 0 ? '' : `; ${named(missing)} not`;
  return [{ requirement, missing, reason: `${requirement} is not met: ${share}${without}` }];
}

/** What is unmet where a run would notice too few of the deviations that were injected. */
function blind({ injected, noticed, blindSpots }: Power, wanted: number): Unmet[] {
  if (injected > 0 && noticed >= (wanted / 100) * injected) return [];
  const requirement = `--require-power ${wanted}%`;
  const missing = blindSpots.filter(({ missed }) => missed > 0).map(({ operation, rule }) => `${operation}/${rule}`);
  const share = percentage({ decided: noticed, applicable: injected });
  const reason = `${requirement} is not met: the run would notice ${noticed} of ${injected} injected deviations (${share})`;
  return [{ requirement, missing, reason }];
}

function unknownPower(wanted: number, unmeasured: string): Unmet {
  const requirement = `--require-power ${wanted}%`;
  return { requirement, missing: [], reason: `${requirement} is not met: ${unmeasured}` };
}

/** `getUsers was`, `getUsers, getUser and 3 more were`. */
function named(ids: readonly string[]): string {
  const more = ids.length - NAMED;
  const shown = ids.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `${shown} ${ids.length === 1 ? 'was' : 'were'}`;
}
