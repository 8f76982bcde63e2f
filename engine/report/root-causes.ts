import type { Check, RootCause } from '../../schemas/generated/touchstone.js';

/** The share of the operations, of those that a rule was decided for, that must fail for a cause to be one of all. */
const SHARE = 0.8;
/** Operations that must fail in the same way, at least. */
const OPERATIONS = 3;

type Failed = Pick<Check, 'id' | 'operation' | 'rule' | 'outcome' | 'accepted'>;

/** How a cause is recognized, and which failures it explains. */
interface Sign {
  readonly id: RootCause['id'];
  readonly title: string;
  /** Each of these rules fails for nearly all operations. */
  readonly rules: readonly string[];
  readonly explains: RegExp;
}

const PAGING: Sign = {
  id: 'paging-ignored',
  title: 'the target ignores page_number and page_size',
  rules: ['paging.echo', 'paging.at-most'],
  explains: /^paging\.|^filter\.(?:totals|paging|grammar)$|^sort\./,
};
const FILTER: Sign = {
  id: 'filter-ignored',
  title: 'the target ignores filter',
  rules: ['filter.sound', 'filter.malformed', 'filter.no-match'],
  explains: /^filter\./,
};
const SORT: Sign = {
  id: 'sort-ignored',
  title: 'the target ignores sort',
  rules: ['sort.ordered', 'sort.malformed', 'sort.unknown-field'],
  explains: /^sort\./,
};
const QUERY: Sign = {
  id: 'query-ignored',
  title: 'the target ignores the query string',
  rules: [...PAGING.rules, ...FILTER.rules, ...SORT.rules],
  explains: /^(?:paging|filter|sort)\.|^errors\.dates/,
};
const CREDENTIAL: Sign = {
  id: 'credential-ignored',
  title: 'the target accepts any credential, and none',
  rules: ['authorization.required'],
  explains: /^authorization\./,
};

/**
 * The few causes behind many failures, with the checks that each explains; a check has one cause. None is recognized
 * from a few failures: a rule that fails here and there says nothing of the whole target.
 */
export function rootCausesOf(checks: readonly Failed[]): RootCause[] {
  const signs = isSeen(QUERY, checks) ? [QUERY, CREDENTIAL] : [PAGING, FILTER, SORT, CREDENTIAL];
  const left = new Set(checks.filter((check) => check.outcome === 'fail' && check.accepted !== true));
  const take = (id: RootCause['id'], title: string, explains: (check: Failed) => boolean): RootCause => {
    const explained = [...left].filter(explains);
    for (const check of explained) left.delete(check);
    return { id, title, checks: explained.map((check) => check.id) };
  };
  return [
    ...refused(checks, take),
    ...signs
      .filter((sign) => isSeen(sign, checks))
      .map(({ id, title, explains }) => take(id, title, ({ rule }) => explains.test(rule))),
  ].filter((cause) => cause.checks.length > 0);
}

/** A valid request that is refused explains what else fails of its operation: it comes before all that follows from it. */
function refused(
  checks: readonly Failed[],
  take: (id: RootCause['id'], title: string, explains: (check: Failed) => boolean) => RootCause,
): RootCause[] {
  const failing = checks.filter(({ rule, outcome }) => rule === 'answers.success-status' && outcome === 'fail');
  const operations = new Set(failing.map(({ operation }) => operation));
  if (operations.size < OPERATIONS) return [];
  const title = `the target refuses a valid request of ${operations.size} operations`;
  return [take('valid-requests-refused', title, ({ operation }) => operations.has(operation))];
}

function isSeen({ rules }: Sign, checks: readonly Failed[]): boolean {
  return rules.every((rule) => {
    const own = checks.filter((check) => check.rule === rule);
    const failed = own.filter(({ outcome }) => outcome === 'fail').length;
    const decided = own.filter(({ outcome }) => outcome === 'pass').length + failed;
    return failed >= OPERATIONS && failed >= SHARE * decided;
  });
}
