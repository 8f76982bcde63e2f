import type { Operation, QueryParameter } from '../../contract/types.js';
import type { Answer, SentRequest } from '../client/answer.js';
import { causeOf } from '../client/cause.js';
import type { Cause } from '../client/failure.js';
import type { Allowance } from '../target/budget.js';
import type { Target } from '../target/target.js';
import { keptDifference, keptText } from './kept-texts.js';
import { identity, type Page, pageOf, unmoved, type Walk, walk } from './page.js';
import type { Difference, Query, Seen } from './seen.js';
import type { Ask } from './session.js';
import { Inconclusive, LacksData, NotApplicable, nullIfRejected } from './signals.js';
import { sameJson, valueAt } from './validation.js';
import { type Params, requiredQuery, type World } from './world.js';

/** A difference with the response that shows it. */
export interface Evidence {
  readonly difference: Difference;
  readonly answer: Answer;
  /** The valid request behind it, if a judge rule found the difference. */
  readonly seen?: SeenRequest;
  /** How many more differences of the same kind the response shows; default none. */
  readonly more?: number;
}

/** A request of which a rule has seen the response, without the body of that. */
export type SeenRequest = Pick<Seen, 'operation' | 'answer' | 'query' | 'params' | 'by' | 'headers' | 'unanswered'> & {
  /** Whether the response is a success with JSON, so that the difference is in its body. */
  readonly hasBody: boolean;
};

/** Unspecified behaviour of the target, with the response that shows it. */
export interface Observed {
  readonly value: string;
  readonly answer: Answer;
  /** The JSON types observed for each field. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /**
   * The readings that the responses leave possible, by topic. If present, `value` depends on the random choices of the
   * run, and two runs differ only if a topic has no reading in common.
   */
  readonly readings?: Readonly<Record<string, string[]>> | undefined;
}

/** How a request differs from the plain request of the check's operation. */
export type AskOptions = Partial<
  Pick<Ask, 'operation' | 'params' | 'credential' | 'valid' | 'again' | 'headers' | 'fresh' | 'by'>
>;

/**
 * The maximum number of pages, and the approximate maximum number of items, read from a list; larger lists are read in
 * part.
 */
const MAX_PAGES = 20;
const MAX_ITEMS = 5000;
/** How often a list is read again to check that it is stable. */
const LOOKS = 3;
/** The beginning of `again` of these readings. */
const STILL = 'still ';
export const DEFAULT_SIZE = 100;
const LARGE_SIZE = 1000;

/** How often a run looks whether a 401 concerns one request alone. */
const MAX_REJECTED = 20;
const REJECTED = new WeakMap<World, number>();

/** The context of a rule: it sends requests and collects differences. One context serves one run of one check. */
export class AskContext {
  readonly evidence: Evidence[] = [];
  readonly observed: Observed[] = [];
  #last: Answer | undefined;
  /** The responses that the check has used, without those that only show whether a list is stable, and how many. */
  readonly #used = new WeakSet<SentRequest>();
  #usedCount = 0;
  /** The cause of the first request of the check without a usable response. */
  blockedBy: Cause | null = null;

  constructor(
    readonly operation: Operation,
    readonly world: World,
    /** A number of this check's own, derived from the seed of the run. */
    readonly seed: number,
    /** A number that all checks of the operation share, derived from the seed of the run. */
    readonly sharedSeed: number,
    /** The id of the check, for the traces of its requests. */
    private readonly checkId?: string,
  ) {}

  /** The last response to a request of the check, with the beginning of its body. */
  get last(): Answer | undefined {
    return this.#last?.excerpt;
  }

  get target(): Target {
    return this.world.session.target;
  }

  /** The limits that the budget of the run sets. */
  get allowance(): Allowance {
    return this.world.session.ledger.allowance;
  }

  /**
   * Inconclusive if the requests of the run are used up and the check has found nothing: some of its attempts may not have
   * been sent.
   */
  assertAttempted(): void {
    if (this.evidence.length === 0) this.world.session.ledger.assertLeft();
  }

  /** How many samples a check uses: fewer in a run with a limit of requests. */
  upTo(usual: number, sparing: number): number {
    return this.allowance.sparing ? Math.min(usual, sparing) : usual;
  }

  params(): Promise<Params> {
    return this.world.params(this.operation);
  }

  /**
   * Sends a request to the operation of the check, or to another, and returns whatever response comes; inconclusive if
   * there is none.
   */
  async ask(query: Query = {}, options: AskOptions = {}): Promise<Answer> {
    const operation = options.operation ?? this.operation;
    const params = options.params ?? (await this.world.params(operation));
    const all = { ...requiredQuery(operation), ...query };
    const answer = await this.world.session.ask({
      ...options,
      operation,
      params,
      query: all,
      ...(this.checkId !== undefined && { check: this.checkId }),
    });
    const isOdd = await this.#isRejectedAlone(answer, { ...options, operation, params, query: all });
    if (options.again?.startsWith(STILL) !== true) this.#use(answer);
    this.note(answer, isOdd ? 'none' : options.credential);
    if (!isOdd) assertUsable(answer, options.credential);
    return answer;
  }

  #use({ request }: Answer): void {
    if (this.#used.has(request)) return;
    this.#used.add(request);
    this.#usedCount += 1;
  }

  /**
   * Whether a target rejects the credential for this request and accepts it for the plain request of the operation, both
   * once more: that is a response like any other.
   */
  async #isRejectedAlone(answer: Answer, asked: Ask): Promise<boolean> {
    const { world } = this;
    const { operation, credential = 'given' } = asked;
    const looked = REJECTED.get(world) ?? 0;
    if (answer.status !== 401 || credential !== 'given' || looked >= MAX_REJECTED) return false;
    REJECTED.set(world, looked + 1);
    const statuses = await this.attempt(async () => {
      const own = await world.session.ask({ ...asked, valid: false, fresh: true });
      const plain = { operation, params: await world.params(operation), query: requiredQuery(operation), fresh: true };
      return [own.status, (await world.session.ask(plain)).status];
    });
    return sameJson(statuses, [401, 200]);
  }

  /**
   * The body of the plain request of the operation; inconclusive if the response is not a success with JSON (see
   * answers.*).
   */
  async body(options: AskOptions = {}): Promise<unknown> {
    const answer = await this.ask({}, { valid: true, ...options });
    if (answer.status !== 200)
      throw new Inconclusive(
        `a valid request returned ${answer.summary} (see answers.success-status)`,
        causeOf(answer),
      );
    const { json } = answer;
    if (json.problem !== undefined)
      throw new Inconclusive(`the body is not JSON: ${json.problem} (see answers.json)`, causeOf(answer));
    return json.value;
  }

  /** One page of a list. */
  async page(query: Query = {}, options: AskOptions = {}): Promise<Page> {
    const page = pageOf(await this.ask(query, { valid: true, ...options }));
    // A page size outside the documented limits is the business of another rule.
    return (options.operation ?? this.operation).success.uncounted ? { ...page, totalItems: null } : page;
  }

  /** The page that a query returns which the target may reject; `null` if it returns none. */
  attemptPage(query: Query, options: AskOptions = {}): Promise<Page | null> {
    return this.attempt(async () => pageOf(await this.ask(query, options)));
  }

  /** All pages of a list with one page size, and optionally a filter or a sort, up to a maximum number of pages. */
  walk(pageSize: number, query: Query = {}, options: AskOptions = {}, most = MAX_PAGES): Promise<Walk> {
    const read = (one: Query, valid: boolean) => this.page(one, { ...options, ...(valid ? {} : { valid }) });
    return walk(read, query, pageSize, Math.min(most, Math.max(2, Math.ceil(MAX_ITEMS / pageSize))));
  }

  /** All pages of a list as it is at one time, for conclusions from what the list does not contain. */
  walkUnmoved(pageSize: number, options: AskOptions): Promise<Walk> {
    const { again = '' } = options;
    // A cached response would show the same list once more.
    return unmoved((reading) =>
      this.walk(pageSize, {}, reading === 1 ? options : { ...options, again: `${again} unmoved ${reading}` }),
    );
  }

  /** The whole list of the operation, read in as few pages as the documented limits and the target allow. */
  async collection(): Promise<Walk> {
    const list = (await this.#plainList()) ?? (await this.walk(await this.largestPage()));
    if (list.partial) {
      this.world.recordSample(this.operation, { read: list.items.length, of: list.pages[0]?.totalItems ?? null });
    }
    return list;
  }

  /**
   * The whole list as the plain request returns it, in a run with a limit of requests; `null` if it has more records
   * than a page of the default size.
   */
  async #plainList(): Promise<Walk | null> {
    if (!this.allowance.sparing) return null;
    const page = await this.page();
    const { items, totalItems, totalPages } = page;
    if (items.length >= DEFAULT_SIZE || (totalItems ?? 0) > items.length || (totalPages ?? 1) > 1) return null;
    return { pages: [page], items, pageSize: DEFAULT_SIZE, query: {}, partial: false };
  }

  /**
   * The page size for reading a whole list: the documented maximum, or the same number if none is documented, provided
   * the target returns pages of that size, else the default.
   */
  async largestPage(): Promise<number> {
    const size = this.operation.parameters.find((one): one is QueryParameter => one.name === 'page_size');
    const wanted = size?.maximum ?? LARGE_SIZE;
    const answer = await this.ask({ page_size: wanted });
    const taken = answer.status === 200 && valueAt(answer.value, '/pagination/page_size');
    return taken === wanted || (taken !== false && size?.maximum !== undefined) ? wanted : DEFAULT_SIZE;
  }

  /**
   * Checks that the collection was stable since it was read: reads it again, and makes the check inconclusive if a
   * record was added, removed or moved. Call it before comparing records of several responses. Reads it once for all
   * comparisons of the same responses.
   */
  async assertStable(before: Walk, fields: readonly string[] = [], options: AskOptions = {}): Promise<void> {
    const until = `${STILL}${this.seed} ${this.#usedCount}`;
    // A list that moves all the time may be at the same place again by chance, but not every time.
    for (let look = 1; look <= LOOKS; look += 1) {
      const now = await this.walk(before.pageSize, before.query, { ...options, again: `${until} ${look}` });
      if (!isSameList(before, now, fields)) {
        this.world.session.recordMovement();
        throw new Inconclusive('the list changed during the read');
      }
    }
  }

  /** Remembers a response to a request of the check, and the cause if it is not usable. */
  protected note(answer: Answer, credential: AskOptions['credential'] = 'given'): void {
    this.#last = answer;
    if (credential === 'given') this.blockedBy ??= causeOf(answer);
  }

  report(answer: Answer, difference: Difference): void {
    this.evidence.push({ difference: keptDifference(difference), answer: answer.excerpt });
  }

  observe(answer: Answer, value: string, more: Pick<Observed, 'fields' | 'readings'> = {}): void {
    this.observed.push({ answer: answer.shortExcerpt, value: keptText(value), ...more });
  }

  /** The result of a step, or `null` if it is inconclusive, but for a limit of touchstone. */
  async attempt<Value>(step: () => Promise<Value>): Promise<Value | null> {
    try {
      return await step();
    } catch (error) {
      return nullIfRejected(error);
    }
  }

  inconclusive(reason: string, cause: Cause | null = null): never {
    throw new Inconclusive(reason, cause);
  }

  /** As `inconclusive`, if other data could decide the check. */
  lacksData(reason: string, cause: Cause | null = null): never {
    throw new LacksData(reason, cause);
  }

  notApplicable(reason: string): never {
    throw new NotApplicable(reason);
  }
}

/** Whether two reads of a list returned the same records in the same order, with the same values of some fields. */
function isSameList({ items }: Walk, { items: now }: Walk, fields: readonly string[]): boolean {
  if (items.length !== now.length) return false;
  // Comparing records one by one takes a fraction of the time that a deep comparison of the whole lists takes.
  return items.every((item, index) => {
    const other = now[index] as (typeof items)[number];
    return identity(item) === identity(other) && fields.every((field) => isSame(item[field], other[field]));
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || sameJson(one, other);
}

/**
 * Throws Inconclusive if a response does not answer the request. A 502 or 504 is left to the rules: a finding with it
 * counts only if the target responds to other requests.
 */
export function assertUsable(answer: Answer, credential: AskOptions['credential'] = 'given'): void {
  const reason = unusableReason(answer, credential);
  if (reason !== null) throw new Inconclusive(reason, causeOf(answer));
}

function unusableReason({ failure, status, summary }: Answer, credential: AskOptions['credential']): string | null {
  // A refusal at the level of TLS is how a target answers a request without its client certificate.
  if (failure?.kind === 'uncertified') return null;
  if (failure !== null) return summary;
  if (status === 429) return 'the target kept returning 429';
  if (status === 503) return 'the target returned 503: it is unavailable';
  return status === 401 && credential === 'given' ? 'the target returned 401: it rejects the credential' : null;
}
