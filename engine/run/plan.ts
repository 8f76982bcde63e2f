import { type ClauseId, clause } from '../../contract/clauses/index.js';
import type { Level, Operation } from '../../contract/types.js';
import { DEFAULTS } from '../../options/declared.js';
import { RequestLedger } from '../session/request-ledger.js';
import { allowanceOf, type Budget, reaches } from '../target/budget.js';
import { matchesGlob } from '../target/matches-glob.js';
import type { CheckOptions } from '../target/options.js';
import { suggest } from '../target/suggest.js';
import { UsageError } from '../target/usage-error.js';
import { isWrite, type Rule } from './rule.js';

/** One operation with its rules; it reads like the operation's row in the document. */
export interface Suite {
  readonly operation: Operation;
  readonly rules: readonly Rule[];
}

/** A rule applied to an operation. */
export interface PlannedCheck {
  readonly id: string;
  readonly operation: Operation;
  readonly rule: Rule;
  readonly level: Level;
  /** Why it is excluded; `null` if it runs. */
  readonly excluded: string | null;
}

const RANK: Readonly<Record<Level, number>> = { must: 0, should: 1, gap: 2 };
type Selection = Pick<
  CheckOptions,
  'operations' | 'areas' | 'rules' | 'exclude' | 'level' | 'budget' | 'allowWrites' | 'allowDestroy' | 'allowScopeAll'
>;

/**
 * All checks of the suites, with those that the selection excludes; throws a `UsageError` for a selection without
 * checks.
 */
export function plan(suites: readonly Suite[], selection: Selection): PlannedCheck[] {
  const { operations = [], areas = [], rules = [], exclude = [], level = 'gap', budget = DEFAULTS.budget } = selection;
  const all = suites.flatMap(({ operation, rules: asked }) => asked.map((rule) => ({ operation, rule })));
  const ids = suites.map(({ operation }) => operation.id);
  const isSelected = matcher('operation', operations, ids, (glob) => ids.some((id) => matchesGlob(id, glob)));
  const ruleIds = [...new Set(all.map(({ rule }) => rule.id))];
  const matchesRule = (glob: string) => all.some(({ operation, rule }) => ruleMatches(glob, operation.id, rule.id));
  const checkIds = all.map(({ operation, rule }) => `${operation.id}/${rule.id}`);
  const idsFor = (globs: readonly string[]) => (globs.some((glob) => glob.includes('/')) ? checkIds : ruleIds);
  matcher('rule', rules, idsFor(rules), matchesRule);
  const leaves = (glob: string, operation: string, rule: string) =>
    ruleMatches(glob, operation, rule) || matchesGlob(operation, glob);
  const matchesAny = (glob: string) => all.some(({ operation, rule }) => leaves(glob, operation.id, rule.id));
  matcher('rule', exclude, [...idsFor(exclude), ...ids], matchesAny);
  const planned = all.map(({ operation, rule }): PlannedCheck => {
    const own = clause(rule.clause as ClauseId).level;
    const excluded =
      (!isSelected(operation.id) && 'not among the selected operations') ||
      (areas.length > 0 && !areas.includes(operation.area) && 'not among the selected areas') ||
      (rules.length > 0 &&
        !rules.some((glob) => ruleMatches(glob, operation.id, rule.id)) &&
        'not among the selected rules') ||
      (exclude.some((glob) => leaves(glob, operation.id, rule.id)) && 'excluded with --exclude') ||
      (RANK[own] > RANK[level] && `below the selected level (${level})`) ||
      (rule.from !== undefined && !reaches(budget, rule.from) && `not in the budget ${budget}`) ||
      lackOf(selection, operation, rule);
    return { id: `${operation.id}/${rule.id}`, operation, rule, level: own, excluded };
  });
  if (planned.every(({ excluded }) => excluded !== null)) {
    const lack = planned.find(({ excluded }) => excluded?.startsWith('needs '))?.excluded;
    throw new UsageError(
      'the selected operations, areas, rules, level and budget leave no check to run',
      lack ? `The selection ${lack}.` : 'See `touchstone list`.',
    );
  }
  return planned;
}

/** The missing option that a check needs; `null` if none is missing. */
function lackOf(selection: Selection, { tier }: Operation, rule: Rule): string | null {
  if (tier === 'destroy') return selection.allowDestroy === true ? null : 'needs --allow-destroy';
  if (tier === 'write' && selection.allowWrites !== true) return 'needs --allow-writes';
  return isWrite(rule) && rule.records === 'all' && selection.allowScopeAll !== true ? 'needs --allow-scope-all' : null;
}

/** A ledger that counts the requests of one run of the selected checks. */
export function ledgerOf(
  checks: readonly PlannedCheck[],
  { budget, maxRequests }: { readonly budget: Budget; readonly maxRequests?: number },
): RequestLedger {
  const selected = checks.filter(({ excluded }) => excluded === null).map(({ operation }) => operation.id);
  return new RequestLedger(allowanceOf(budget, maxRequests), new Set(selected));
}

function ruleMatches(glob: string, operation: string, rule: string): boolean {
  return glob.includes('/') ? matchesGlob(`${operation}/${rule}`, glob) : matchesGlob(rule, glob);
}

/** A predicate over ids from globs; without globs it accepts every id. */
function matcher(what: string, globs: readonly string[], known: readonly string[], hits: (glob: string) => boolean) {
  const empty = globs.find((glob) => glob === '' || !hits(glob));
  if (empty !== undefined) {
    throw new UsageError(
      `no ${what} matches "${empty}"`,
      `${suggest(empty, known)} See \`touchstone list ${what}s\`.`.trim(),
    );
  }
  return (id: string): boolean => globs.length === 0 || globs.some((glob) => matchesGlob(id, glob));
}
