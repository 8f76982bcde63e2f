import type { Area, FixtureName, Operation } from '../../contract/types.js';
import { type Answer, isSuccess } from '../../engine/client/answer.js';
import type { Client } from '../../engine/client/client.js';
import { fixtureIds } from '../../engine/session/fixture-ids.js';
import { isRecord } from '../../engine/session/page.js';
import { unboundedLedger } from '../../engine/session/request-ledger.js';
import { Session } from '../../engine/session/session.js';
import { pathParameters, requiredQuery } from '../../engine/session/world.js';
import type { Credential } from '../../engine/target/credentials.js';
import { isRecordId } from '../../engine/target/record-id.js';
import type { Target } from '../../engine/target/target.js';
import { AREAS } from '../../options/choices.js';
import { described } from '../interface.js';

/** How many records are searched for one with a child that can be a sample. */
const PARENTS = 3;
/** How many more reads the latency is measured with. */
const TIMED = 4;

/** The read of an area: its operation, and the response; `null` if it was not sent, because of `reason`. */
export interface AreaRead {
  readonly area: Area;
  readonly operation: Operation;
  readonly answer: Answer | null;
  readonly reason: string;
}

/** The responses that the diagnosis is made from. */
export interface Reads {
  readonly areas: readonly AreaRead[];
  /** A read that succeeded, sent a few times more. */
  readonly timed: readonly Answer[];
  /** That read without a credential. */
  readonly bare: Answer | null;
}

/** Sends at most 13 reads, each once, one after another; no more after a 429 or if the target does not respond at all. */
export async function readAreas(target: Target, client: Client): Promise<Reads> {
  const reader = new Reader(target, client);
  const areas: AreaRead[] = [];
  for (const area of AREAS) areas.push(await reader.area(area));
  const good = areas.find(
    ({ operation, answer }) => answer !== null && isSuccess(answer) && pathParameters(operation).length === 0,
  );
  if (good === undefined || reader.stopped !== null) return { areas, timed: [], bare: null };
  const { operation } = good;
  const bare = target.hasCredential ? await reader.read(operation, {}, 'none') : null;
  const timed: Answer[] = [];
  for (let count = 0; count < TIMED && reader.stopped === null; count += 1) {
    const answer = await reader.read(operation, {});
    if (answer !== null) timed.push(answer);
  }
  return { areas, timed, bare };
}

class Reader {
  readonly #session: Session;
  readonly #known = new Map<string, Answer>();
  /** Why nothing more is sent; `null` as long as something is. */
  stopped: string | null = null;

  constructor(
    private readonly target: Target,
    client: Client,
  ) {
    this.#session = new Session(target, client, unboundedLedger(), () => undefined);
  }

  /** The first list of an area that needs no sample, or else the first that needs one sample. */
  async area(area: Area): Promise<AreaRead> {
    const lists = described.operations.filter((one) => one.area === area && one.success.item !== undefined);
    const few = lists.toSorted((one, other) => pathParameters(one).length - pathParameters(other).length);
    const operation = few[0] as Operation;
    const [parameter] = pathParameters(operation);
    if (this.stopped !== null) return { area, operation, answer: null, reason: this.stopped };
    if (!parameter?.fixture) return { area, operation, answer: await this.read(operation, {}), reason: '' };
    const id = await this.#sample(parameter.fixture);
    const lacking =
      this.stopped ?? `no ${parameter.fixture} could be read; give one with --fixture ${parameter.fixture}=ID`;
    const answer = id === null ? null : await this.read(operation, { [parameter.name]: id });
    return { area, operation, answer, reason: lacking };
  }

  async read(
    operation: Operation,
    params: Readonly<Record<string, string>>,
    credential: Credential = 'given',
  ): Promise<Answer | null> {
    if (this.stopped !== null) return null;
    const query = requiredQuery(operation);
    const answer = await this.#session.ask({ operation, params, query, credential, fresh: true, once: true });
    if (answer.status === 429) this.stopped = 'the target limits the rate';
    if (answer.failure !== null && this.#known.size === 0) this.stopped = 'the target does not respond';
    if (Object.keys(params).length === 0 && credential === 'given') this.#known.set(operation.id, answer);
    return answer;
  }

  /** An id that is given, or is in a list, or in a child list of one of the first records of another. */
  async #sample(fixture: FixtureName): Promise<string | null> {
    const [given] = fixtureIds(this.target.fixtures[fixture]);
    if (given !== undefined) return given;
    const source = described.samples[fixture];
    const list = described.operations.find(({ id }) => id === source?.operation);
    if (source === null || list === undefined) return null;
    const [parent] = pathParameters(list);
    if (!parent?.fixture) return (await this.#idsIn(list, {}, source.field))[0] ?? null;
    const parents = await this.#parents(parent.fixture);
    for (const id of parents.slice(0, PARENTS)) {
      const [found] = await this.#idsIn(list, { [parent.name]: id }, source.field);
      if (found !== undefined) return found;
    }
    return null;
  }

  async #parents(fixture: FixtureName): Promise<readonly string[]> {
    const given = fixtureIds(this.target.fixtures[fixture]);
    const source = described.samples[fixture];
    const list = described.operations.find(({ id }) => id === source?.operation);
    if (given.length > 0 || source === null || list === undefined) return given;
    return this.#idsIn(list, {}, source.field);
  }

  async #idsIn(list: Operation, params: Readonly<Record<string, string>>, field: string): Promise<string[]> {
    const known = Object.keys(params).length === 0 ? this.#known.get(list.id) : undefined;
    return itemsOf(known ?? (await this.read(list, params)))
      .map((item) => (isRecord(item) ? item[field] : undefined))
      .filter(isRecordId);
  }
}

/** The records of a list; empty if the response is none. */
export function itemsOf(answer: Answer | null): readonly unknown[] {
  const { items } = answer !== null && isRecord(answer.value) ? answer.value : {};
  return Array.isArray(items) ? items : [];
}
