import type { SampleSource } from '../contract/samples.js';
import type { FixtureName, Operation, PathParameter, RecordKind, Removal } from '../contract/types.js';
import type { Answer } from './client/answer.js';
import { type Page, pageOf } from './page.js';
import type { Query } from './rule.js';
import type { Session } from './session.js';
import { LacksData, Undecided } from './signals.js';

export type Params = Readonly<Record<string, string>>;

/** What the engine is told of the interface: its operations, and where sample ids are found. */
export interface Interface {
  readonly operations: readonly Operation[];
  readonly samples: Readonly<Record<FixtureName, SampleSource | null>>;
  /** The kinds of record that operations change. */
  readonly kinds: readonly RecordKind[];
  readonly removal: Removal;
}

/** What was read of a large list: how many records, of how many where the list says so, and of a slice by a filter. */
export interface Sampled {
  readonly read: number;
  readonly of: number | null;
  readonly slice: number | null;
}

const DAY_MS = 86_400_000;
const ROUNDS = [8, 24, 64];
/** A child list is chosen as large as can be, but no larger than can be walked. */
const COMFORTABLE = 2000;

/** What one generation of a run knows of the target's data: sample ids, and the parents with something to show. */
export class World {
  readonly #params = new Map<string, Promise<Params>>();
  readonly #samples = new Map<FixtureName, Promise<readonly string[]>>();
  readonly #refused = new Map<string, Promise<boolean>>();
  readonly #recalled = new Map<string, Promise<unknown>>();
  /** What was read of lists that are too large to be read whole, by operation id. */
  readonly sampled = new Map<string, Sampled>();

  constructor(
    readonly session: Session,
    readonly described: Interface,
  ) {}

  /** What a rule works out of the target's data, once for all the rules of this generation that ask by the same key. */
  recall<Value>(key: string, workOut: () => Promise<Value>): Promise<Value> {
    return remember(this.#recalled, key, workOut) as Promise<Value>;
  }

  tellSample({ id }: Operation, sample: Pick<Sampled, 'read' | 'of'>): void {
    this.sampled.set(id, { slice: null, ...this.sampled.get(id), ...sample });
  }

  tellSlice({ id }: Operation, slice: number): void {
    const known = this.sampled.get(id);
    if (known !== undefined) this.sampled.set(id, { ...known, slice });
  }

  /** Lets go of what only the checks of one operation needed. */
  forget(operation: Operation): void {
    for (const key of this.#recalled.keys()) if (key.endsWith(` ${operation.id}`)) this.#recalled.delete(key);
    this.session.forget(operation);
  }

  /** The operation of an id; throws where there is none, which is a mistake in touchstone itself. */
  operation(id: string): Operation {
    const found = this.described.operations.find((operation) => operation.id === id);
    if (found === undefined) throw new Error(`no operation has the id ${id}`);
    return found;
  }

  /** The path parameters to ask an operation with; undecided where a sample is neither given nor found. */
  params(operation: Operation): Promise<Params> {
    return remember(this.#params, operation.id, () => this.#choose(operation));
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

  /** Ids to sample with, found by discovery; the given fixture alone where there is one. */
  samples(fixture: FixtureName): Promise<readonly string[]> {
    const given = this.session.target.fixtures[fixture];
    if (given !== undefined) return Promise.resolve([given]);
    return remember(this.#samples, fixture, () => this.#discover(fixture));
  }

  /** Whether the target refuses a whole area with 403: not bought, or not allowed to this caller. */
  refuses(area: Operation['area']): Promise<boolean> {
    return remember(this.#refused, area, async () => {
      const lists = this.described.operations.filter((one) => one.area === area && one.success.item !== undefined);
      const answers = await Promise.all(lists.map((one) => this.plain(one).catch(asMissing)));
      const statuses = answers.flatMap((answer) => (answer === null ? [] : [answer.status]));
      return statuses.length > 0 && statuses.every((status) => status === 403);
    });
  }

  /**
   * Whether a refused sample may be the run's own mistake: the sample was discovered in a field of which the document
   * does not say that it names this resource, and no other operation takes it either.
   */
  async doubtful(operation: Operation): Promise<boolean> {
    const fixture = pathParameters(operation).map((parameter) => parameter.fixture)[0];
    if (fixture === undefined || fixture === null || this.session.target.fixtures[fixture] !== undefined) return false;
    if (this.described.samples[fixture]?.assumed !== true) return false;
    const others = this.described.operations.filter(
      (one) => one.binding.method === 'GET' && pathParameters(one).some((parameter) => parameter.fixture === fixture),
    );
    const answers = await Promise.all(others.map((one) => this.plain(one).catch(asMissing)));
    return !answers.some((answer) => answer?.status === 200);
  }

  /** Whether a sample that was discovered is no longer listed where it was found. */
  async gone(operation: Operation, params: Params): Promise<boolean> {
    const { fixtures } = this.session.target;
    const discovered = pathParameters(operation).filter(
      ({ fixture }) => fixture !== null && fixtures[fixture] === undefined,
    );
    const listed = await Promise.all(
      discovered.map(async ({ name, fixture }) => {
        const ids = fixture === null ? [] : await this.samples(fixture).catch(asMissing);
        return ids === null || ids.includes(params[name] ?? '');
      }),
    );
    return listed.includes(false);
  }

  /** Whether the target still answers anything of its own to this caller. */
  async alive(): Promise<boolean> {
    const asked = this.probes().map((operation) =>
      this.session.ask({ operation, params: {}, query: requiredQuery(operation), again: 'alive' }),
    );
    // What the budget did not let be asked says nothing: the target was there a moment ago.
    const answers = await Promise.all(asked.map((answer) => answer.catch(asMissing)));
    return answers.some((answer) => answer === null || (answer.failure === null && !isAway(answer.status)));
  }

  /** The reads that need no sample. */
  probes(): Operation[] {
    return this.described.operations.filter(
      (operation) => operation.binding.method === 'GET' && pathParameters(operation).length === 0,
    );
  }

  async #choose(operation: Operation): Promise<Params> {
    const parameters = pathParameters(operation);
    const { fixtures } = this.session.target;
    const given = parameters.map(({ fixture }) => (fixture === null ? undefined : fixtures[fixture]));
    const missing = parameters.filter((_parameter, index) => given[index] === undefined);
    const [wanted] = missing;
    const known = Object.fromEntries(parameters.map(({ name }, index) => [name, given[index] ?? '']));
    if (wanted === undefined) return known;
    const { fixture } = wanted;
    if (fixture === null) throw new Undecided(`only a write makes ${article(wanted.name)}, and this run has made none`);
    if (missing.length > 1 || parameters.some((one) => this.#mustBeGiven(one))) {
      const names = parameters.map((one) => `--fixture ${one.fixture}=ID`).join(' ');
      throw new Undecided(`its samples belong together and must be given: ${names}`);
    }
    const candidates = await this.samples(fixture);
    if (candidates.length === 0) throw new LacksData(`no ${fixture} was found; give one with --fixture ${fixture}=ID`);
    const id =
      operation.success.item === undefined ? candidates[0] : await this.#richest(operation, wanted, candidates);
    return { ...known, [wanted.name]: id ?? '' };
  }

  #mustBeGiven({ fixture }: PathParameter): boolean {
    return fixture !== null && this.described.samples[fixture] === null;
  }

  async #discover(fixture: FixtureName): Promise<readonly string[]> {
    const source = this.described.samples[fixture];
    if (source === null) return [];
    const page = pageOf(await this.plain(this.operation(source.operation)));
    const ids = page.items
      .map((item) => item[source.field])
      .filter((id): id is string => typeof id === 'string' && id !== '');
    return spread([...new Set(ids)]);
  }

  /** Of several parents, the one whose child list is largest; more of them are tried while all are empty. */
  async #richest(
    operation: Operation,
    parameter: PathParameter,
    candidates: readonly string[],
  ): Promise<string | undefined> {
    let tried = 0;
    for (const bound of ROUNDS) {
      const round = candidates.slice(tried, bound);
      tried = bound;
      const sizes = await Promise.all(round.map((id) => this.#childCount(operation, { [parameter.name]: id })));
      const best = Math.max(...sizes.filter((size) => size <= COMFORTABLE));
      if (best > 0) return round[sizes.indexOf(best)];
      const large = sizes.findIndex((size) => size > COMFORTABLE);
      if (large >= 0) return round[large];
    }
    return candidates[0];
  }

  async #childCount(operation: Operation, params: Params): Promise<number> {
    const query: Query = { page_size: 1 };
    const answer = await this.session.ask({ operation, params, query });
    const page = readable(answer);
    return page === null ? 0 : (page.totalItems ?? page.totalPages ?? page.items.length);
  }
}

/** Whether a status says nothing of the request: the target is away or busy, or no longer takes the credential. */
export function isAway(status: number): boolean {
  return [401, 429, 502, 503, 504].includes(status);
}

/** The path parameters of an operation. */
export function pathParameters(operation: Operation): PathParameter[] {
  return operation.parameters.filter((parameter) => parameter.in === 'path');
}

/** The query that an operation requires: the last thirty days, by date or by date and time. */
export function requiredQuery(operation: Operation): Record<string, string> {
  const today = new Date().setUTCHours(0, 0, 0, 0);
  const names = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  return Object.fromEntries(
    names.map(({ name, type }) => {
      const time = new Date(name === 'fromDate' ? today - 30 * DAY_MS : today).toISOString();
      return [name, type === 'date' ? time.slice(0, 10) : time];
    }),
  );
}

/** Reorders ids so that any first few of them are spread over the whole. */
function spread(ids: readonly string[]): string[] {
  const first = ROUNDS[0] ?? 1;
  const step = Math.max(1, Math.floor(ids.length / first));
  const ahead = ids.filter((_id, index) => index % step === 0).slice(0, first);
  return [...ahead, ...ids.filter((id) => !ahead.includes(id))];
}

function article(name: string): string {
  return name === 'id' ? 'the id of a task' : name;
}

function readable(answer: Answer): Page | null {
  try {
    return pageOf(answer);
  } catch (error) {
    return asMissing(error);
  }
}

function asMissing(error: unknown): null {
  if (error instanceof Undecided) return null;
  throw error;
}

function remember<K, V>(known: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}
