import type { SampleSource } from '../../contract/samples.js';
import type {
  FixtureName,
  Operation,
  PathParameter,
  QueryParameter,
  RecordKind,
  Removal,
} from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { isAway } from '../client/cause.js';
import { Discovery } from './discovery.js';
import { fixtureIds } from './fixture-ids.js';
import { ParentSurvey, type SurveyedParent } from './parent-survey.js';
import type { Query } from './seen.js';
import type { Session } from './session.js';
import { Inconclusive, LacksData, nullIfInconclusive } from './signals.js';

export type Params = Readonly<Record<string, string>>;

/** The interface under test: its operations, and where sample ids are found. */
export interface Interface {
  readonly operations: readonly Operation[];
  readonly samples: Readonly<Record<FixtureName, SampleSource | null>>;
  /** The kinds of record that operations change. */
  readonly kinds: readonly RecordKind[];
  readonly removal: Removal;
}

/**
 * How much of a large list was read: the number of records, the total if the list has one, and the number that a filter
 * selects.
 */
export interface Sampled {
  readonly read: number;
  readonly of: number | null;
  readonly slice: number | null;
}

const DAY_MS = 86_400_000;
/** How many parents' lists are searched for further ids; that many are read anyway to find the one with most children. */
const OTHER_LISTS = 8;
/** How many further records are tried to find one that the caller may read. */
const ALLOWED = 4;

/** What one generation of a run knows of the target's data: sample ids, and the parents with something to show. */
export class World {
  readonly #params = new Map<string, Promise<Params>>();
  readonly #surveys = new Map<string, Promise<ParentSurvey>>();
  readonly #samples = new Map<FixtureName, Promise<readonly string[]>>();
  readonly #refused = new Map<string, Promise<boolean>>();
  readonly #scopes = new Map<string, object>();
  /** How much was read of lists that are too large to read completely, by operation id. */
  readonly sampled = new Map<string, Sampled>();

  readonly #discovery: Discovery;

  constructor(
    readonly session: Session,
    readonly described: Interface,
  ) {
    this.#discovery = new Discovery(described.samples, (operation, query, again) =>
      this.#read(this.operation(operation), query, again),
    );
  }

  /** The object that the values of an operation in an `OperationSlot` live as long as. */
  scopeOf({ id }: Operation): object {
    const scope = this.#scopes.get(id) ?? {};
    this.#scopes.set(id, scope);
    return scope;
  }

  recordSample({ id }: Operation, sample: Pick<Sampled, 'read' | 'of'>): void {
    this.sampled.set(id, { slice: null, ...this.sampled.get(id), ...sample });
  }

  recordSlice({ id }: Operation, slice: number): void {
    const known = this.sampled.get(id);
    if (known !== undefined) this.sampled.set(id, { ...known, slice });
  }

  /** Drops the cached data that only the checks of one operation need. */
  forget(operation: Operation): void {
    this.#scopes.delete(operation.id);
    this.session.forget(operation);
  }

  /** The operation with an id; throws if there is none, which is a bug in touchstone. */
  operation(id: string): Operation {
    const found = this.described.operations.find((operation) => operation.id === id);
    if (found === undefined) throw new Error(`no operation has the id ${id}`);
    return found;
  }

  /** The path parameters for an operation; inconclusive if a sample is neither given nor found. */
  params(operation: Operation): Promise<Params> {
    return remember(this.#params, operation.id, () => this.#choose(operation));
  }

  /**
   * So many parents of a child list, each with the number of its children: those that a person gives, and then those that
   * discovery finds. Inconclusive where none is known.
   */
  async parents(operation: Operation, count: number): Promise<readonly SurveyedParent[]> {
    return (await this.#survey(operation)).upTo(count);
  }

  /** The children of parents of a child list. */
  async surveyed(operation: Operation, parents: readonly Params[]): Promise<readonly SurveyedParent[]> {
    return (await this.#survey(operation)).of(parents);
  }

  /** Makes known what an operation can be asked with: the id of a task that a write has made. */
  provide(operation: Operation, params: Params): void {
    this.#params.set(operation.id, Promise.resolve(params));
  }

  /** The plain request of an operation: its path parameters and nothing but the query it requires. */
  async plain(operation: Operation): Promise<Answer> {
    const params = await this.params(operation);
    return this.session.ask({ operation, params, query: requiredQuery(operation), valid: true });
  }

  async #read(operation: Operation, query: Query, again?: string): Promise<Answer> {
    const params = await this.params(operation);
    const valid = Object.keys(query).length === 0;
    const all = { ...requiredQuery(operation), ...query };
    return this.session.ask({ operation, params, query: all, valid, ...(again !== undefined && { again }) });
  }

  /** Ids to sample with, found by discovery; those given alone where there are any. */
  samples(fixture: FixtureName): Promise<readonly string[]> {
    const given = this.#given(fixture);
    if (given.length > 0) return Promise.resolve(given);
    return this.#discovered(fixture);
  }

  /** Whether the target returns 403 for a whole area: it is not licensed, or not allowed for this caller. */
  refuses(area: Operation['area']): Promise<boolean> {
    return remember(this.#refused, area, async () => {
      const lists = this.described.operations.filter((one) => one.area === area && one.success.item !== undefined);
      const answers = await Promise.all(lists.map((one) => this.plain(one).catch(nullIfInconclusive)));
      const statuses = answers.flatMap((answer) => (answer === null ? [] : [answer.status]));
      return statuses.length > 0 && statuses.every((status) => status === 403);
    });
  }

  /**
   * Whether a refused sample may be a wrong guess of this run: it was discovered in a field that the document does not
   * define as an id of this resource, and no other operation accepts it either.
   */
  async sampleMayBeWrong(operation: Operation): Promise<boolean> {
    const fixture = pathParameters(operation).map((parameter) => parameter.fixture)[0];
    if (fixture === undefined || fixture === null || this.session.target.fixtures[fixture] !== undefined) return false;
    if (this.described.samples[fixture]?.assumed !== true) return false;
    const others = this.described.operations.filter(
      (one) => one.binding.method === 'GET' && pathParameters(one).some((parameter) => parameter.fixture === fixture),
    );
    const answers = await Promise.all(others.map((one) => this.plain(one).catch(nullIfInconclusive)));
    return !answers.some((answer) => answer?.status === 200);
  }

  /**
   * Whether a sample is no longer listed where such records are found, or may not be and no other operation accepts it. One
   * that the user gave can go too: the run has read it when it began.
   */
  async sampleIsGone(operation: Operation, params: Params): Promise<boolean> {
    const gone = await Promise.all(
      pathParameters(operation).map(async ({ name, fixture }) => {
        if (fixture === null) return false;
        const id = params[name] ?? '';
        const listed = await this.#discovery.isListed(fixture, id).catch(nullIfInconclusive);
        if (listed === 'absent') this.session.recordGone(fixture);
        return listed === 'absent' || (listed === 'unknown' && !(await this.#isReadElsewhere(operation, fixture, id)));
      }),
    );
    return gone.includes(true);
  }

  /** Whether another operation still accepts a sample. */
  async #isReadElsewhere(operation: Operation, fixture: FixtureName, id: string): Promise<boolean> {
    const others = this.described.operations.filter((one) => one.binding.method === 'GET' && one.id !== operation.id);
    const answers = others.map(async (one) => {
      const [parameter, second] = pathParameters(one);
      if (parameter?.fixture !== fixture || second !== undefined) return null;
      const params = { [parameter.name]: id };
      const ask = { operation: one, params, query: requiredQuery(one), fresh: true };
      return this.session.ask(ask).catch(nullIfInconclusive);
    });
    return (await Promise.all(answers)).some((answer) => answer?.status === 200);
  }

  /** Whether the target still returns usable responses to this caller. */
  async isResponding(): Promise<boolean> {
    const asked = this.probes().map((operation) =>
      this.session.ask({ operation, params: {}, query: requiredQuery(operation), again: 'alive' }),
    );
    // A request that the budget did not allow says nothing: the target responded a moment ago.
    const answers = await Promise.all(asked.map((answer) => answer.catch(nullIfInconclusive)));
    return answers.some((answer) => answer === null || !isAway(answer));
  }

  /** The reads that need no sample. */
  probes(): Operation[] {
    return this.described.operations.filter(
      (operation) => operation.binding.method === 'GET' && pathParameters(operation).length === 0,
    );
  }

  async #choose(operation: Operation): Promise<Params> {
    const candidates = await this.#candidates(operation);
    if (candidates.length === 1) return candidates[0] ?? {};
    if (operation.success.item === undefined) return this.#firstAllowed(operation, candidates);
    return (await (await this.#survey(operation)).richest(candidates.length)) ?? {};
  }

  /** The first of some records that a caller may read, where the document lists a 403: that may be one for some records alone. */
  async #firstAllowed(operation: Operation, candidates: readonly Params[]): Promise<Params> {
    const [first = {}, ...others] = candidates;
    if (operation.binding.method !== 'GET' || !operation.statuses.includes(403)) return first;
    for (const params of [first, ...others.slice(0, ALLOWED)]) {
      const answer = await this.session.ask({ operation, params, query: requiredQuery(operation) });
      if (answer.status !== 403) return params;
    }
    return first;
  }

  #survey(operation: Operation): Promise<ParentSurvey> {
    return remember(this.#surveys, operation.id, async () => {
      const own = await this.#candidates(operation);
      const [parameter, second] = pathParameters(operation);
      const fixture = second === undefined ? parameter?.fixture : null;
      const found = fixture ? await this.#discovered(fixture).catch(nullIfInconclusive) : null;
      const known = new Set(own.map((params) => params[parameter?.name ?? '']?.toLowerCase()));
      const others = (found ?? [])
        .filter((id) => !known.has(id.toLowerCase()))
        .map((id) => ({ [parameter?.name ?? '']: id }));
      return new ParentSurvey(this.session, operation, [...own, ...others]);
    });
  }

  #discovered(fixture: FixtureName): Promise<readonly string[]> {
    return remember(this.#samples, fixture, async () => {
      const ids = await this.#discovery.idsOf(fixture);
      return [...new Set([...ids, ...(await this.#inOtherLists(fixture))])];
    });
  }

  /** Ids that only the child lists of other parents contain, where each of these lists holds a few of them. */
  async #inOtherLists(fixture: FixtureName): Promise<string[]> {
    const source = this.described.samples[fixture];
    const list = source === null ? null : this.operation(source.operation);
    if (source === null || list === null || pathParameters(list).length === 0) return [];
    const parents = await this.parents(list, OTHER_LISTS);
    const ids = parents.flatMap(({ items }) => items.map((item) => item[source.field]));
    return ids.filter((id): id is string => typeof id === 'string' && id !== '');
  }

  /** The path parameters that an operation can be asked with, those first that say most. */
  async #candidates(operation: Operation): Promise<readonly Params[]> {
    const parameters = pathParameters(operation);
    const given = parameters.map(({ fixture }) => (fixture === null ? [] : this.#given(fixture)));
    const missing = parameters.filter((_parameter, index) => given[index]?.length === 0);
    const [wanted] = missing;
    // Ids that are given belong together in their order; the last one of a shorter list goes with all that follow.
    const known = (at: number): Params =>
      Object.fromEntries(
        parameters.map(({ name }, index) => [name, given[index]?.at(at) ?? given[index]?.at(-1) ?? '']),
      );
    if (wanted === undefined) {
      const most = Math.max(1, ...given.map(({ length }) => length));
      return Array.from({ length: most }, (_unused, index) => known(index));
    }
    const { fixture } = wanted;
    if (fixture === null)
      throw new Inconclusive(`only a write creates ${article(wanted.name)}, and this run created none`);
    if (missing.length > 1 || parameters.some((one) => this.#mustBeGiven(one))) {
      const names = parameters.map((one) => `--fixture ${one.fixture}=ID`).join(' and ');
      throw new Inconclusive(`needs ${names}, which belong together`);
    }
    const ids = await this.samples(fixture);
    if (ids.length === 0) throw new LacksData(`no ${fixture} was found; give one with --fixture ${fixture}=ID`);
    return ids.map((id) => ({ ...known(0), [wanted.name]: id }));
  }

  /** The ids that a person gives for a fixture, several with commas between them. */
  #given(fixture: FixtureName): readonly string[] {
    return fixtureIds(this.session.target.fixtures[fixture]);
  }

  #mustBeGiven({ fixture }: PathParameter): boolean {
    return fixture !== null && this.described.samples[fixture] === null;
  }
}

/** The path parameters of an operation. */
export function pathParameters(operation: Operation): PathParameter[] {
  return operation.parameters.filter((parameter) => parameter.in === 'path');
}

/** The required query of an operation: dates, or date-times, as many days ago as the contract says. */
export function requiredQuery(operation: Operation): Record<string, string> {
  const today = new Date().setUTCHours(0, 0, 0, 0);
  const dates = operation.parameters.filter(
    (parameter): parameter is QueryParameter => parameter.in === 'query' && parameter.required,
  );
  return Object.fromEntries(
    dates.map(({ name, type, daysAgo = 0 }) => {
      const time = new Date(today - daysAgo * DAY_MS).toISOString();
      return [name, type === 'date' ? time.slice(0, 10) : time];
    }),
  );
}

function article(name: string): string {
  return name === 'id' ? 'the id of a task' : name;
}

function remember<K, V>(known: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}
