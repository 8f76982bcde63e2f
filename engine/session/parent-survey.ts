import type { Operation } from '../../contract/types.js';
import { type JsonRecord, type Page, pageOf } from './page.js';
import type { Session } from './session.js';
import { Inconclusive } from './signals.js';

type Params = Readonly<Record<string, string>>;

/** A parent whose child list was read: how many children it has, or `null` where its list could not be read. */
export interface SurveyedParent {
  readonly params: Params;
  readonly count: number | null;
  /** The first children of the list, with the texts that may be ids: the survey of each world is kept. */
  readonly items: readonly JsonRecord[];
  readonly status: number;
}

/** Whether all children of a parent are known. */
export const isWhole = ({ count, items }: SurveyedParent): boolean => count !== null && count === items.length;

/** How many parents are looked at, one bound after the other, while none has enough children. */
const ROUNDS = [14, 24, 64];
/** The same for a run with a limit of requests, which it would use up for nothing but samples. */
const FEW_ROUNDS = [2];
/** Children with which a list has pages, ties, and values that differ. */
const ENOUGH = 8;
/** The page that rules compare the children of several parents on, so that one request serves them too. */
export const SURVEY_SIZE = 100;
/** A child list is chosen as large as can be, but no larger than can be walked. */
const COMFORTABLE = 2000;
/** The longest text that may be an id, in characters. */
const LONGEST_ID = 1000;

/** The parents of one child list, looked at in the order in which they were found, each once. */
export class ParentSurvey {
  readonly #surveyed: Promise<SurveyedParent>[] = [];

  constructor(
    private readonly session: Session,
    private readonly operation: Operation,
    private readonly candidates: readonly Params[],
  ) {}

  /** The first parents, so many of them, each with the number of its children. */
  upTo(count: number): Promise<SurveyedParent[]> {
    const more = this.candidates.slice(this.#surveyed.length, count);
    this.#surveyed.push(...more.map((params) => this.#survey(params)));
    return Promise.all(this.#surveyed.slice(0, count));
  }

  /** Parents that may be others than those that were found, each with the number of its children. */
  of(parents: readonly Params[]): Promise<SurveyedParent[]> {
    return Promise.all(parents.map((params) => this.#survey(params)));
  }

  /** Of the first `among` parents, the one with most children that can be walked; more are looked at while none has enough. */
  async richest(among: number): Promise<Params | undefined> {
    let best: SurveyedParent | undefined;
    const isLimited = this.session.ledger.allowance.sparing;
    for (const [round, bound] of (isLimited ? FEW_ROUNDS : ROUNDS).entries()) {
      const surveyed = (await this.upTo(Math.min(bound, among))).toSorted(
        (one, other) => (other.count ?? 0) - (one.count ?? 0),
      );
      const large = surveyed.find(({ count }) => (count ?? 0) > COMFORTABLE);
      best = surveyed.find(({ count }) => (count ?? 0) <= COMFORTABLE);
      const most = best?.count ?? 0;
      if (most === 0 && large !== undefined) return large.params;
      if (most >= ENOUGH || (most > 0 && round > 0)) break;
    }
    return (best?.count ?? 0) > 0 ? best?.params : this.candidates[0];
  }

  async #survey(params: Params): Promise<SurveyedParent> {
    const ask = { operation: this.operation, params, query: { page_size: SURVEY_SIZE } };
    const answer = await this.session.ask(ask);
    // A parent may be gone since it was listed, and nothing else explains a list that cannot be read.
    if (answer.status === 200 || answer.status >= 500) await this.session.ask({ ...ask, valid: true });
    try {
      const page = pageOf(answer);
      // A target that ignores the page size may send thousands of children, for each of many parents.
      const items = page.items.slice(0, SURVEY_SIZE).map(idsOf);
      return { params, count: countOf(page), items, status: answer.status };
    } catch (error) {
      if (error instanceof Inconclusive) return { params, count: null, items: [], status: answer.status };
      throw error;
    }
  }
}

/** The members of a record that may be ids. */
function idsOf(item: JsonRecord): JsonRecord {
  const isId = (value: unknown) => typeof value === 'string' && value.length <= LONGEST_ID;
  return Object.fromEntries(Object.entries(item).filter(([, value]) => isId(value)));
}

/** How many records a list has, by its first page and its totals; what an empty list counts is the business of a rule. */
function countOf({ items, totalItems, totalPages }: Page): number {
  if (items.length === 0) return 0;
  const before = (Math.max(totalPages ?? 1, 1) - 1) * SURVEY_SIZE;
  return Math.max(totalItems ?? before + items.length, items.length);
}
