import type { Operation } from '../contract/types.js';
import type { RequestLedger } from './budget.js';
import type { Answer } from './client/answer.js';
import type { Client } from './client/client.js';
import type { Query, Seen } from './rule.js';
import type { Credential, Target } from './target.js';
import { loadValidators, problemsOf } from './validation.js';

/** A request of a check, before it has a URL. */
export interface Ask {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly credential?: Credential;
  /** The document describes this request, so it must succeed; its answer is then judged by every rule that can. */
  readonly valid?: boolean;
  /** Asks again although the same request has been answered: each word is a request of its own. */
  readonly again?: string;
}

type Listener = (seen: Seen) => void;

/**
 * What one generation of a run has asked: an answer serves every check that needs it. Findings are confirmed in a new
 * session, so that no answer of the first one decides twice.
 */
export class Session {
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #judged = new Set<string>();
  /** The requests of each operation that carry a filter or a sort. */
  readonly #keys = new Map<string, string[]>();
  readonly #asked = new WeakMap<Answer, Ask>();
  readonly requests = new Map<string, number>();
  /** How long the answers of each operation took, in milliseconds. */
  readonly durations = new Map<string, number[]>();

  constructor(
    readonly target: Target,
    private readonly client: Client,
    readonly ledger: RequestLedger,
    /** Called once for each answer to a valid request. */
    private readonly onSeen: Listener,
  ) {}

  /** The answer to a request; the same request is sent once, whoever asks for it. */
  async ask(ask: Ask): Promise<Answer> {
    const { operation, credential = 'given', again = '' } = ask;
    const binding = this.target.binding(operation);
    const path = this.target.path(fill(binding.path, ask.params)) + encodeQuery(ask.query ?? {});
    const key = `${binding.method} ${path} ${credential} ${again}`;
    const known = this.#answers.get(key);
    const pending = known ?? this.#send(operation, binding.method, path, credential);
    if (known === undefined) {
      this.#answers.set(key, pending);
      if (ask.query?.filter !== undefined || ask.query?.sort !== undefined) this.#keysOf(operation).push(key);
    }
    const answer = await pending;
    this.#asked.set(answer, ask);
    if (ask.valid === true && !this.#judged.has(`${operation.id} ${key}`)) {
      this.#judged.add(`${operation.id} ${key}`);
      this.onSeen(await this.#seen(ask, answer));
    }
    return answer;
  }

  /** Asks once more what was answered before; `null` for an answer that no question of this session led to. */
  repeat(answer: Answer, again: string): Promise<Answer> | null {
    const asked = this.#asked.get(answer);
    return asked === undefined ? null : this.ask({ ...asked, valid: false, again: `${asked.again ?? ''} ${again}` });
  }

  /**
   * The answer to a GET of a path that an answer of an operation named, such as a link: absolute, with its encoded query.
   */
  async follow(operation: Operation, path: string): Promise<Answer> {
    const key = `GET ${path} given `;
    const known = this.#answers.get(key) ?? this.#send(operation, 'GET', path, 'given');
    this.#answers.set(key, known);
    return known;
  }

  /** Lets go of what was answered to filters and sorts of an operation, once its checks are done: it is most of all. */
  forget({ id }: Operation): void {
    for (const key of this.#keys.get(id) ?? []) this.#answers.delete(key);
    this.#keys.delete(id);
  }

  #send(operation: Operation, method: string, path: string, credential: Credential): Promise<Answer> {
    this.ledger.take(operation);
    this.requests.set(operation.id, (this.requests.get(operation.id) ?? 0) + 1);
    return this.#timed(operation, this.client.send({ method, path, headers: this.target.headers(credential) }));
  }

  async #timed({ id }: Operation, pending: Promise<Answer>): Promise<Answer> {
    const durations = this.durations.get(id) ?? [];
    this.durations.set(id, durations);
    const answer = await pending;
    if (answer.failure === null) durations.push(answer.durationMs);
    return answer;
  }

  #keysOf({ id }: Operation): string[] {
    const known = this.#keys.get(id) ?? [];
    this.#keys.set(id, known);
    return known;
  }

  async #seen({ operation, params, query = {} }: Ask, answer: Answer): Promise<Seen> {
    const { status, schema } = operation.success;
    const value = answer.status === status ? answer.json : undefined;
    const body = value?.problem === undefined ? value?.value : undefined;
    const validators = await loadValidators(this.target.wireForm);
    const problems = body === undefined || schema === null ? [] : problemsOf(validators, schema, body);
    return { operation, answer, query, params, body, problems };
  }
}

function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{([^}]+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
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
