import type { Answer } from '../../../../engine/client/answer.js';
import { isGatewayError } from '../../../../engine/client/cause.js';
import type { JsonRecord } from '../../../../engine/session/page.js';
import { NotApplicable } from '../../../../engine/session/signals.js';
import type { WriteCredential } from '../../../../engine/target/credentials.js';
import type { WriteContext, WriteRequest } from '../../../../engine/writes/write-context.js';
import { plural } from '../../../../numbers/plural.js';
import { type Touched, touchedIn } from './touched.js';

/** One deletion, with who was in the subscription before and after it. */
export interface Deletion {
  /** The request, in words. */
  readonly what: string;
  readonly answer: Answer;
  /** The ids in the request, as it spells them, and in lower case as in `before` and `after`. */
  readonly spelled: readonly string[];
  readonly named: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The users who should stay, of those before, and those of them who are gone. */
  readonly kept: readonly string[];
  readonly lost: readonly string[];
  /** The fields that changed in records of users who are still in the subscription. */
  readonly touched: readonly Touched[];
  /** The credential it was sent with. */
  readonly credential: WriteCredential;
  /** The same deletion once more, of other users if need be, if this one has lost users. */
  readonly repetition: Deletion | null;
}

export interface How {
  readonly what: string;
  readonly credential?: WriteCredential;
  /** The subscription, if it is not that of the fixture. */
  readonly from?: string;
  /** The users should be removed, so the check waits for it. */
  readonly expected?: boolean;
  /** The users may be removed; by default if they should be. */
  readonly mayGo?: boolean;
  /** Any error is fine, a 403 too. */
  readonly mayBeRejected?: boolean;
}

/** The fewest users that make a list, and what a target may return for a longer one: request size limits are not shown. */
const FEWEST = 2;
const TOO_LARGE: readonly number[] = [400, 413, 414];

/** Sends the deletions of a scenario one after the other. */
export class Deletions {
  #present: readonly string[] = [];
  /** The users in deletions that may take effect later. */
  readonly #pending = new Set<string>();

  constructor(private readonly context: WriteContext) {}

  /** Those of the users who were in the subscription after the last deletion. */
  present(users: readonly string[]): string[] {
    return users.filter((id) => isIn(this.#present, id));
  }

  /**
   * Sends a deletion, and once more if it has lost users: another client may have removed those at the same time. `next`
   * returns the users of the second one; `null` if there are none.
   */
  async remove(
    named: readonly string[],
    how: How,
    next: () => readonly string[] | null = () => named,
  ): Promise<Deletion> {
    return this.#confirmed(await this.#send(named, how), next, (users) => this.#send(users, how));
  }

  /** Removes users, or the first two of them if a target that may limit the size of requests rejects more. */
  async removeTogether(users: readonly string[], next: () => readonly string[] | null): Promise<Deletion> {
    return this.#confirmed(await this.#together(users), next, (others) => this.#together(others));
  }

  async #confirmed(
    first: Deletion,
    next: () => readonly string[] | null,
    send: (users: readonly string[]) => Promise<Deletion>,
  ): Promise<Deletion> {
    if (first.lost.length === 0 || isMass(first)) return first;
    const users = next();
    return users === null ? first : { ...first, repetition: await send(users) };
  }

  async #together(users: readonly string[]): Promise<Deletion> {
    const all = await this.#send(users, { what: `of ${countOf(users)}`, expected: true });
    const isRejected = TOO_LARGE.includes(all.answer.status) && all.named.every((id) => all.after.includes(id));
    if (!isRejected || users.length <= FEWEST) return all;
    const few = users.slice(0, FEWEST);
    return this.#send(few, { what: `of ${countOf(few)}`, expected: true });
  }

  async #send(named: readonly string[], how: How): Promise<Deletion> {
    const { context } = this;
    const { what, credential = 'given', from, expected = false, mayGo = expected, mayBeRejected = false } = how;
    const ids = named.map((id) => id.toLowerCase());
    const listed = await context.removal.list();
    const before = idsOf(listed);
    const answer = await send(
      context,
      { params: context.removal.params(named, from), credential },
      expected && !mayBeRejected,
    );
    let now = listed;
    const read = async () => {
      now = await context.removal.list();
      return idsOf(now);
    };
    const gone = (present: readonly string[]) => ids.every((id) => !present.includes(id));
    const isAwaited = expected && !isError(answer);
    const { value: first } = isAwaited ? await context.until(read, gone) : { value: await read() };
    // A list that shrinks while its pages are read may omit a user, so a user in either reading is still there. The
    // second reading may be older than the first one, so it does not show that a removal had no effect.
    const missed = before.some((id) => !first.includes(id) && !ids.includes(id));
    const mayStay = (id: string) => !isAwaited || !ids.includes(id);
    const after = missed ? [...new Set([...first, ...(await read()).filter(mayStay)])] : first;
    // A removal without an error may take effect later.
    const mayFollow = !isError(answer) && from === undefined;
    context.removal.removed([...new Set(named)].filter((id) => isIn(before, id) && (mayFollow || !isIn(after, id))));
    const { kind } = context.world.described.removal;
    const touched = touchedIn(listed, now, ids, (id) => context.mayHaveWritten(kind, id));
    const kept = before.filter((id) => !(mayGo && ids.includes(id)) && !this.#pending.has(id));
    // A user whose record shows no id may be any of those who seem to be gone.
    const lost = withoutId(now) > withoutId(listed) ? [] : kept.filter((id) => !after.includes(id));
    if (mayGo && !isError(answer)) for (const id of ids) this.#pending.add(id);
    this.#present = after;
    const of = { what: `a deletion ${what}`, answer, spelled: named, named: ids, credential };
    return { ...of, before, after, kept, lost, touched, repetition: null };
  }
}

/** Another client may remove some users during a deletion, but hardly half of all. */
const SHARE = 1 / 2;
const SEVERAL = 2;

function isMass({ kept, lost }: Deletion): boolean {
  return lost.length >= Math.max(SEVERAL, kept.length * SHARE);
}

/** Whether no other client explains the users whom these deletions have lost. */
export function isProven(deletions: readonly Deletion[]): boolean {
  return deletions.some(isMass) || deletions.filter(({ lost }) => lost.length > 0).length >= SEVERAL;
}

/** All of the deletions that were sent, with their repetitions. */
export function sentOf(deletions: readonly (Deletion | null)[]): Deletion[] {
  return deletions.flatMap((one) => (one === null ? [] : [one, ...sentOf([one.repetition])]));
}

const countOf = (users: readonly string[]): string => (users.length === 1 ? 'one user' : plural(users.length, 'user'));

/**
 * Whether a response says that a deletion failed. The document does not show the status of a success, and a gateway may
 * return an error before a slow deletion has ended.
 */
export function isError({ status }: Answer): boolean {
  return status >= 400 && !isGatewayError(status);
}

export function isCrash({ answer }: Deletion): boolean {
  return answer.status >= 500 && isError(answer);
}

/** Sends a deletion. A 403 for one that should be rejected does not make the rule not applicable. */
async function send(context: WriteContext, request: WriteRequest, expected: boolean): Promise<Answer> {
  try {
    return await context.send(request);
  } catch (error) {
    if (!(error instanceof NotApplicable) || context.last === undefined) throw error;
    if (!expected) return context.last;
    context.removal.removed([]);
    throw error;
  }
}

const isIn = (ids: readonly string[], id: string): boolean => ids.includes(id.toLowerCase());

const withoutId = (items: readonly JsonRecord[]): number => items.length - idsOf(items).length;

/** The ids of users in a list, in lower case. */
export function idsOf(items: readonly JsonRecord[]): string[] {
  return items.flatMap(({ id }) => (typeof id === 'string' ? [id.toLowerCase()] : []));
}

/** The users whom these deletions removed. */
export function goneBy(deletions: readonly Deletion[]): string[] {
  return deletions.flatMap(({ named, after }) => named.filter((id) => !after.includes(id)));
}

/** The users whom these deletions removed, as the requests spell them: a target may compare ids exactly. */
export function spelledOf(deletions: readonly (Deletion | null)[]): string[] {
  return sentOf(deletions).flatMap(({ spelled, after }) => spelled.filter((id) => !after.includes(id.toLowerCase())));
}
