import type { FixtureName, Operation } from '../../contract/types.js';
import type { Answer, SentRequest } from '../client/answer.js';
import { isMissing } from '../client/cause.js';
import type { Client } from '../client/client.js';
import type { Outgoing } from '../client/outgoing.js';
import { replacementOf } from '../client/replaced-target.js';
import type { Credential } from '../target/credentials.js';
import type { Target } from '../target/target.js';
import { AnswerTimes } from './answer-times.js';
import { codingsOf } from './content-codings.js';
import { isRecord } from './page.js';
import type { RequestLedger } from './request-ledger.js';
import type { Query, Seen } from './seen.js';
import { Inconclusive } from './signals.js';
import { loadValidators, problemsOf } from './validation.js';

/** A request of a check, before it has a URL. */
export interface Ask {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly credential?: Credential;
  /**
   * The document describes this request, so it must succeed; every judge rule that applies then checks the response.
   */
  readonly valid?: boolean;
  /** Sends the request again although it has a cached response: each distinct value is a request of its own. */
  readonly again?: string;
  /** Headers in place of the usual ones, or in addition to them, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Always sends the request, and caches no response; for reads among writes. */
  readonly fresh?: boolean;
  /** Is sent even after the run is interrupted, to restore records. */
  readonly unstoppable?: boolean;
  /** Is sent once, even without a response: the caller retries it. */
  readonly once?: boolean;
  /** The id of the check that sends it, if its response is checked along with its writes. */
  readonly by?: string;
  /** The id of the check that sends it. */
  readonly check?: string;
}

/** A request that writes. */
export interface Write extends Pick<Ask, 'operation' | 'params' | 'credential' | 'valid' | 'by' | 'check'> {
  readonly body?: string;
  /** The media type of the body; omitted from the request if undefined. */
  readonly mediaType?: string;
  /** It restores a record that the run has changed. */
  readonly restores?: boolean;
}

type Listener = (seen: Seen) => void;

/** How many records of a page are validated; the longest documented page has 1,000. */
const MAX_VALIDATED = 5000;

/**
 * The requests of one generation of a run: a response serves every check that needs it. Findings are confirmed in a new
 * session, so that no response of the first one counts twice.
 */
export class Session {
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #judged = new Set<string>();
  /** The requests of each operation that carry a filter or a sort. */
  readonly #keys = new Map<string, string[]>();
  /** By the request of the response: evidence holds another object with the same one. */
  readonly #asked = new WeakMap<SentRequest, Ask>();
  /** The responses among them that have come. */
  readonly #received = new Map<string, Answer>();
  readonly requests = new Map<string, number>();

  constructor(
    readonly target: Target,
    private readonly client: Client,
    readonly ledger: RequestLedger,
    /** Called once for each response to a valid request, and for each that rejects a write of a check. */
    private readonly onSeen: Listener,
    private readonly times = new AnswerTimes(),
    /** Whether its requests confirm findings. */
    readonly confirms = false,
  ) {}

  /** The response to a request; identical requests are sent once. */
  async ask(ask: Ask): Promise<Answer> {
    const { operation, credential = 'given' } = ask;
    if (ask.fresh === true) return this.#askAnew(ask);
    const { method, path: bare } = this.#addressOf(operation, ask.params);
    const path = bare + encodeQuery(ask.query ?? {});
    const key = keyOf({ ...ask, method, path });
    const known = this.#known(key);
    const pending =
      known ?? this.#send(operation, { method, path, ...this.#readerOf(credential, ask), ...checkOf(ask) });
    if (known === undefined) {
      this.#answers.set(key, pending);
      if (ask.query?.filter !== undefined || ask.query?.sort !== undefined) this.#keysOf(operation).push(key);
    }
    const answer = await pending;
    this.#keep(key, answer);
    this.#asked.set(answer.request, ask);
    const judged = `${operation.id} ${key}`;
    if (ask.valid === true && !this.#judged.has(judged)) {
      this.#judged.add(judged);
      this.onSeen(await this.#seen(ask, answer));
    } else if (isAccepted(ask, answer) && !this.#judged.has(judged) && !this.#judged.has(`${judged} accepted`)) {
      this.#judged.add(`${judged} accepted`);
      this.onSeen({ ...(await this.#seen(ask, answer)), accepted: true });
    } else if (isUnanswered(ask, answer) && !this.#judged.has(`${judged} unanswered`)) {
      this.#judged.add(`${judged} unanswered`);
      this.onSeen({ ...(await this.#seen(ask, answer)), unanswered: true });
    }
    return answer;
  }

  /** Sends a write; it is never sent twice, and the response is awaited even if the run is interrupted. */
  async write(write: Write): Promise<Answer> {
    const { operation } = write;
    const answer = await this.#send(operation, {
      ...this.#outgoingOf(write),
      ...(operation.tier !== undefined && { tier: operation.tier }),
      unstoppable: true,
    });
    if (isUnansweredWrite(write, answer))
      this.onSeen({ ...(await this.#seen({ ...write, ...byOf(write) }, answer)), unanswered: true });
    else if (write.valid === true) await this.show(write, answer);
    else if (write.by === undefined || write.restores === true) return answer;
    else if (answer.status >= 400)
      this.onSeen({ ...(await this.#seen(write, answer)), rejected: write.credential ?? 'given' });
    // No rule looks at its body: that it is there is enough.
    else this.onSeen({ ...requestOf(write), answer, body: undefined, problems: [], accepted: true });
    return answer;
  }

  /** The request that a write would send, without sending it. */
  describe(write: Write): SentRequest {
    const { path, ...rest } = this.#outgoingOf(write);
    return { ...rest, url: `${this.target.origin}${path}` };
  }

  #outgoingOf({ operation, params, credential = 'given', body, mediaType, check, restores }: Write): Outgoing {
    return {
      ...(restores !== undefined && { restores }),
      ...(check !== undefined && { check }),
      ...this.#addressOf(operation, params),
      ...this.#withoutCredential(credential),
      headers: { ...this.target.headers(credential), ...(mediaType !== undefined && { 'content-type': mediaType }) },
      ...(body !== undefined && { body }),
    };
  }

  /** Why a failure with this response does not count: another server responds in place of the target. */
  replacement(answer: Answer): Promise<string | null> {
    return replacementOf(this.client, [answer]);
  }

  /** Records that a sample disappeared from its list during the run. */
  recordGone(fixture: FixtureName): void {
    this.client.health.recordGone(fixture);
  }

  /** Records that a list changed while the run read it. */
  recordMovement(): void {
    this.client.health.recordMovement();
  }

  /** Gives the target time to change, in milliseconds. */
  pause(ms: number): Promise<void> {
    return this.client.pause(ms);
  }

  /** Passes a response to every judge rule, once it is known that the document describes its request. */
  async show(ask: Ask, answer: Answer): Promise<void> {
    this.onSeen(await this.#seen({ ...ask, valid: true }, answer));
  }

  async #askAnew(ask: Ask): Promise<Answer> {
    const { operation, params, query = {}, credential = 'given', unstoppable = false, once = false } = ask;
    const { method, path } = this.#addressOf(operation, params);
    const answer = await this.#send(operation, {
      method,
      path: path + encodeQuery(query),
      ...this.#readerOf(credential, ask),
      ...checkOf(ask),
      unstoppable,
      once,
    });
    if (ask.valid === true) await this.show(ask, answer);
    return answer;
  }

  /** Repeats the request of a response; `null` if the response does not belong to this session. */
  repeat(answer: Answer, again: string): Promise<Answer> | null {
    const asked = this.#asked.get(answer.request);
    return asked === undefined ? null : this.ask({ ...asked, valid: false, again: `${asked.again ?? ''} ${again}` });
  }

  /** The path of a request as it is sent, without a query. */
  pathOf(operation: Operation, params: Ask['params']): string {
    return this.#addressOf(operation, params).path;
  }

  /**
   * The response to a GET of a path that no operation gives: one that a response named, such as a link, or one that is
   * spelled in another way. Absolute, with its encoded query. A `fresh` one is always sent. `headers` replace usual
   * ones, or are sent in addition.
   */
  async follow(
    operation: Operation,
    path: string,
    { fresh = false, headers }: Pick<Ask, 'fresh' | 'headers'> = {},
  ): Promise<Answer> {
    const key = keyOf({ method: 'GET', path, ...(headers !== undefined && { headers }) });
    const send = () =>
      this.#send(operation, { method: 'GET', path, headers: { ...this.target.headers('given'), ...headers } });
    if (fresh) return send();
    const pending = this.#known(key) ?? send();
    this.#answers.set(key, pending);
    const answer = await pending;
    this.#keep(key, answer);
    return answer;
  }

  /**
   * Drops the cached responses to filters and sorts of an operation once its checks are done, because they are most of
   * the memory.
   */
  forget({ id }: Operation): void {
    for (const key of this.#keys.get(id) ?? []) this.#drop(key);
    this.#keys.delete(id);
  }

  /** The response to a request that was sent before; `undefined` if there is none, or its body was dropped. */
  #known(key: string): Promise<Answer> | undefined {
    if (this.#received.get(key)?.isShort === true) this.#drop(key);
    return this.#answers.get(key);
  }

  #keep(key: string, answer: Answer): void {
    this.#received.set(key, answer);
    this.client.bodies.keep(answer);
  }

  #drop(key: string): void {
    const answer = this.#received.get(key);
    if (answer !== undefined) this.client.bodies.release(answer);
    this.#answers.delete(key);
    this.#received.delete(key);
  }

  async #send(operation: Operation, outgoing: Outgoing): Promise<Answer> {
    const { large } = this.client;
    const purpose = this.confirms ? 'again' : 'first';
    // What was written is restored, however large the responses are.
    if (outgoing.unstoppable !== true) large.assertLeft(operation.id, purpose);
    this.ledger.take(operation);
    const answer = await this.client.send(this.confirms ? { ...outgoing, sampled: true } : outgoing);
    this.client.bodies.keep(answer);
    large.add(operation.id, answer, purpose);
    if (answer.failure?.kind === 'unrecorded') throw new Inconclusive(answer.failure.message);
    if (answer.attempts === 0) return answer;
    this.requests.set(operation.id, (this.requests.get(operation.id) ?? 0) + 1);
    this.times.add(operation.id, answer);
    return answer;
  }

  /** The headers of a read with one of the credentials, as the client expects them. */
  #readerOf(credential: Credential, { operation, query, headers }: Ask): Pick<Outgoing, 'headers' | 'uncredentialed'> {
    return {
      headers: {
        ...codingsOf(operation, query),
        ...this.target.headers(credential),
        ...headers,
      },
      ...this.#withoutCredential(credential),
    };
  }

  #withoutCredential(credential: Credential): Pick<Outgoing, 'uncredentialed' | 'uncertified'> {
    return credential === 'given' ? {} : { uncredentialed: true, uncertified: this.target.isCertified };
  }

  #addressOf(operation: Operation, params: Ask['params']): { readonly method: string; readonly path: string } {
    const { method, path } = this.target.binding(operation);
    const lists = operation.parameters.filter(({ type }) => type === 'strings').map(({ name }) => name);
    return { method, path: this.target.path(fill(path, params, lists)) };
  }

  #keysOf({ id }: Operation): string[] {
    const known = this.#keys.get(id) ?? [];
    this.#keys.set(id, known);
    return known;
  }

  async #seen(ask: Ask, answer: Answer): Promise<Seen> {
    const { status, schema } = ask.operation.success;
    const value = answer.status === status ? answer.json : undefined;
    const body = value?.problem === undefined ? value?.value : undefined;
    const validators = await loadValidators(this.target.wireForm);
    // Of what was accepted only its shape is judged: that its records are documented, the other responses show.
    const isJudged = ask.valid === true || !isListBody(body);
    const isValidated = body !== undefined && schema !== null && isJudged;
    const problems = isValidated ? problemsOf(validators, schema, shortened(body)) : [];
    return { ...requestOf(ask), answer, body, problems };
  }
}

interface Keyed extends Pick<Ask, 'credential' | 'again' | 'headers'> {
  readonly method: string;
  readonly path: string;
}

/** What distinguishes a request whose response is cached. */
function keyOf({ method, path, credential = 'given', again = '', headers }: Keyed): string {
  return `${method} ${path} ${credential} ${again} ${headers === undefined ? '' : JSON.stringify(headers)}`;
}

function requestOf(ask: Ask): Pick<Seen, 'operation' | 'params' | 'query' | 'by' | 'headers'> {
  const { operation, params, query = {}, by, headers } = ask;
  return { operation, query, params, ...(by !== undefined && { by }), ...(headers !== undefined && { headers }) };
}

/** Whether a target has accepted a query of a list that it might have rejected. */
function isAccepted(ask: Ask, { status }: Answer): boolean {
  const { operation, query = {}, credential = 'given', valid, again } = ask;
  const isUncertain = valid !== true && again === undefined && Object.keys(query).length > 0;
  const isOfList = operation.success.item !== undefined;
  return isUncertain && isOfList && credential === 'given' && status === operation.success.status;
}

/** Whether a read that a target might have rejected has no response of the target. */
function isUnanswered({ credential = 'given', valid, again }: Ask, answer: Answer): boolean {
  return valid !== true && again === undefined && credential === 'given' && isMissing(answer);
}

/** Whether a write of a check has no response; one of a gateway rejects it. */
function isUnansweredWrite({ restores = false }: Write, answer: Answer): boolean {
  return !restores && answer.failure !== null && isMissing(answer);
}

/** The check that a write belongs to, which sends it again in a re-run. */
function byOf({ by, check }: Write): Pick<Write, 'by'> {
  const id = by ?? check;
  return id === undefined ? {} : { by: id };
}

export const isListBody = (body: unknown): boolean =>
  isRecord(body) && Array.isArray(body.items) && isRecord(body.pagination);

/** A body with as many items as are validated. */
function shortened(body: unknown): unknown {
  if (!isRecord(body) || !Array.isArray(body.items) || body.items.length <= MAX_VALIDATED) return body;
  return { ...body, items: body.items.slice(0, MAX_VALIDATED) };
}

/** The check of a request, as the client expects it. */
function checkOf({ check }: Ask): Pick<Outgoing, 'check'> {
  return check === undefined ? {} : { check };
}

/** A path with its parameters filled in; commas in a list of ids are not encoded. */
function fill(path: string, params: Readonly<Record<string, string>>, lists: readonly string[]): string {
  return path.replace(/\{([^}]+)\}/g, (_match, name: string) => {
    const value = encodeURIComponent(params[name] ?? '');
    return lists.includes(name) ? value.replaceAll('%2C', ',') : value;
  });
}

function encodeQuery(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    valuesOf(value).map((one) => `${name}=${encodeURIComponent(String(one))}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function valuesOf(value: Query[string]): readonly (string | number)[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
}
