import type { Choices, FlagName, SimulatedUser } from './choices.js';
import type { Random } from './random.js';

/** What the simulated target sends back. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

interface Task {
  readonly id: string;
  readonly ids: readonly string[];
  readonly unknown: readonly string[];
  readonly startedAt: number;
  reads: number;
  complete: boolean;
}

const PREFIX = '/api/saas/consolidated-view/v1';
const FLAGS: Readonly<Record<string, FlagName>> = {
  onlineOnly: 'isOnline',
  review: 'isInReview',
  qualified: 'isQualified',
};
const refusal = (message: string): Reply => ({ status: 400, body: { error: { code: 400, message } } });
const failure: Reply = { status: 500, body: { error: { code: 500, message: 'unexpected' } } };
const missing: Reply = { status: 404, body: { error: { code: 404, message: 'not found' } } };

/**
 * The users area of a target, in memory, with the given clock. It keeps the document;
 * everything that the document leaves open is a choice.
 */
export class SimulatedTarget {
  readonly #users = new Map<string, SimulatedUser>();
  readonly #shown = new Map<string, { readonly user: SimulatedUser; readonly until: number }>();
  readonly #tasks = new Map<string, Task>();
  #running = 0;

  constructor(
    readonly choices: Choices,
    private readonly random: Random,
    private readonly now: () => number,
  ) {
    for (let index = 0; index < choices.users; index += 1) {
      const id = this.#uuid();
      const flag = () => random() < 0.5;
      this.#users.set(id, {
        id,
        username: `user-${index}`,
        isOnline: flag(),
        isInReview: flag(),
        isQualified: flag(),
      });
    }
  }

  /** All users as they are stored. */
  get users(): readonly SimulatedUser[] {
    return [...this.#users.values()];
  }

  /** Changes a user as another client would. */
  change(id: string, change: Partial<SimulatedUser>): void {
    this.#save({ ...(this.#users.get(id) as SimulatedUser), ...change });
  }

  handle(method: string, url: string, headers: Readonly<Record<string, string>>, body: string | undefined): Reply {
    if (headers.authorization !== 'Bearer simulated')
      return { status: 401, body: { error: { code: 401, message: 'no credential' } } };
    const { pathname, searchParams } = new URL(url, 'http://simulated.test');
    const [, area = '', ...rest] = pathname.slice(PREFIX.length).split('/').map(decodeURIComponent);
    if (area === 'tasks') return this.#readTask(rest[0] ?? '');
    if (area !== 'users') return missing;
    const [first, second] = rest;
    if (first === undefined) return this.#list(searchParams);
    if (first === 'kpi') return missing;
    if (first === 'bulk-update') return method === 'POST' ? this.#bulk(body) : this.#summary(second ?? '');
    const user = this.#users.get(first.toLowerCase());
    if (user === undefined) return missing;
    return method === 'PATCH' ? this.#update(user, headers, body) : { status: 200, body: this.#seen(user) };
  }

  #list(query: URLSearchParams): Reply {
    const filter = query.get('filter');
    if (filter !== null && !/^id -eq '[^']*'$/.test(filter)) return refusal('the filter field name must be a string');
    const [size, page] = [Number(query.get('page_size') ?? 100), Number(query.get('page_number') ?? 1)];
    if (!(size >= 1 && size <= 1000 && page >= 1)) return refusal('the page is out of range');
    const wanted = filter?.slice("id -eq '".length, -1).toLowerCase();
    const all = this.users.filter(({ id }) => wanted === undefined || id === wanted).map((user) => this.#seen(user));
    return {
      status: 200,
      body: {
        items: all.slice((page - 1) * size, page * size),
        pagination: {
          page_size: size,
          page_number: page,
          total_pages: Math.ceil(all.length / size),
          total_items: all.length,
        },
      },
    };
  }

  #update(user: SimulatedUser, headers: Readonly<Record<string, string>>, body: string | undefined): Reply {
    if (headers['content-type']?.split(';')[0] !== 'application/merge-patch+json')
      return { status: 415, body: { error: { code: 415, message: 'merge patches alone' } } };
    const patch = objectOf(body);
    const names = ['isOnline', 'isInReview', 'isQualified'] as const;
    if (patch === undefined || names.some((name) => typeof patch[name] !== 'boolean'))
      return refusal('a flag is missing');
    const updated = { ...user, ...Object.fromEntries(names.map((name) => [name, patch[name]])) };
    if (this.choices.refusesNoChange && names.every((name) => updated[name] === user[name]))
      return refusal('it changes nothing');
    const stored = this.#damaged(user, updated);
    for (const one of this.#reached(user)) this.#save({ ...stored, id: one.id, username: one.username });
    const { defect } = this.choices;
    if (defect === 'an update is rejected and stored') return refusal('no');
    return { status: 200, body: defect === 'an update stores a flag as it was' ? updated : stored };
  }

  /** What an update stores. */
  #damaged(user: SimulatedUser, updated: SimulatedUser): SimulatedUser {
    const { defect } = this.choices;
    if (defect === 'an update toggles a flag that is true' && updated.isOnline) {
      return { ...updated, isOnline: !user.isOnline };
    }
    if (defect === 'an update stores a flag as it was') return { ...updated, isQualified: user.isQualified };
    return defect === 'an update turns a flag off' ? { ...updated, isInReview: false } : updated;
  }

  /** The users that an update stores its flags in. */
  #reached(user: SimulatedUser): readonly SimulatedUser[] {
    const { defect } = this.choices;
    if (defect === 'an update reaches all users') return this.users;
    const next = this.users[(this.users.indexOf(user) + 1) % this.users.length] ?? user;
    return defect === 'an update reaches the next user' ? [user, next] : [user];
  }

  #bulk(text: string | undefined): Reply {
    const given = objectOf(text);
    const { oddBody, oneBulkAtATime } = this.choices;
    if (given === undefined) {
      const off = { isOnline: false, isInReview: false, isQualified: false };
      return oddBody === 'refused' ? refusal('no JSON object') : this.#start([...this.#users.keys()], [], off);
    }
    const flags = this.#flagsOf(given.body);
    const selected = this.#select(given);
    const isUnlisted = given.ids === undefined && given.scope !== 'All' && flags !== null;
    if (isUnlisted && this.choices.defect === 'a bulk update without ids is rejected and carried out') {
      this.#start([...this.#users.keys()], [], flags);
      return refusal('ids are missing');
    }
    if (flags === null || selected === null) return refusal('the flags or the filter cannot be read');
    if (oneBulkAtATime && this.#running > 0) return refusal('a bulk update is running');
    return this.#start(selected.ids, selected.unknown, flags);
  }

  /** The flags that a bulk update sets; `null` where it is refused. */
  #flagsOf(body: unknown): Partial<Record<FlagName, boolean>> | null {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
    const { oddFlag } = this.choices;
    const flags: Partial<Record<FlagName, boolean>> = {};
    for (const [flag, name] of Object.entries(FLAGS)) {
      const value = (body as Readonly<Record<string, unknown>>)[flag];
      if (value === undefined) continue;
      if (typeof value !== 'boolean' && oddFlag === 'refused') return null;
      flags[name] = typeof value === 'boolean' ? value : oddFlag === 'truthy' && Boolean(value);
    }
    return flags;
  }

  #select({ scope, ids, filter }: Readonly<Record<string, unknown>>) {
    const { oddScope, oddIds } = this.choices;
    const all = { ids: [...this.#users.keys()], unknown: [] };
    if (scope === undefined || (filter !== undefined && filter !== '' && !/^id -eq /.test(String(filter)))) return null;
    if (this.choices.defect === 'a bulk update ignores its filter' && filter !== undefined) return all;
    const wanted = typeof filter === 'string' ? filter.slice("id -eq '".length, -1).toLowerCase() : '';
    if (scope === 'All') return wanted === '' ? all : { ids: all.ids.filter((id) => id === wanted), unknown: [] };
    if (scope !== 'Only' && oddScope !== 'listed')
      return oddScope === 'refused' ? null : oddScope === 'all' ? all : { ids: [], unknown: [] };
    if (!Array.isArray(ids) || ids.length === 0) {
      return oddIds === 'refused' ? null : oddIds === 'all' ? all : { ids: [], unknown: [] };
    }
    const given = ids.map((id) => String(id).toLowerCase());
    return { ids: given.filter((id) => this.#users.has(id)), unknown: given.filter((id) => !this.#users.has(id)) };
  }

  #start(ids: readonly string[], unknown: readonly string[], flags: Partial<Record<FlagName, boolean>>): Reply {
    const id = this.#uuid();
    const task: Task = { id, ids, unknown, startedAt: this.now(), reads: 0, complete: false };
    this.#tasks.set(id, task);
    this.#running += 1;
    const { taskMs, taskMsAtFirst } = this.choices;
    const [shortest, longest] = taskMs;
    const { defect } = this.choices;
    const toggles = defect === 'a bulk update toggles flags that are true';
    if (defect === 'a bulk update changes records after its task is Complete') task.complete = true;
    setTimeout(
      () => {
        for (const one of this.#hit(ids)) {
          const user = this.#users.get(one) as SimulatedUser;
          this.#save({ ...user, ...(toggles ? toggled(user, flags) : flags) });
        }
        task.complete = true;
        this.#running -= 1;
      },
      this.now() < 60_000 && taskMsAtFirst !== undefined
        ? taskMsAtFirst
        : shortest + this.random() * (longest - shortest),
    );
    return {
      status: 202,
      body: { id, _links: { 0: { href: `${PREFIX.slice(1)}/tasks/${id}`, rel: 'self', method: 'GET' } } },
    };
  }

  /** The ids of the users that a bulk update changes. */
  #hit(ids: readonly string[]): readonly string[] {
    const all = [...this.#users.keys()];
    if (this.choices.defect === 'a bulk update reaches all users') return all;
    const [next = ''] = all.filter((id) => !ids.includes(id));
    return this.choices.defect === 'a bulk update reaches one user more' && next !== '' ? [...ids, next] : ids;
  }

  #readTask(id: string): Reply {
    const task = this.#tasks.get(id);
    if (task === undefined || this.now() - task.startedAt < this.choices.taskUnknownMs) return missing;
    const { states, partialStatus, defect } = this.choices;
    const isUnreadable = defect === 'every task is answered with 500';
    if (isUnreadable || (defect === 'a task that runs is answered with 500' && !task.complete)) return failure;
    const isComplete = task.complete && defect !== 'a task never becomes Complete';
    const status =
      defect === 'the status of a task is a number'
        ? Number(task.complete)
        : isComplete
          ? (task.unknown.length > 0 && partialStatus) || 'Complete'
          : (states[Math.min(task.reads, states.length - 1)] ?? 'Running');
    task.reads += 1;
    const href = `${PREFIX.slice(1)}/users/bulk-update/${id}`;
    const links = { 0: { href, rel: 'bulk-update-users', method: 'GET' } };
    return { status: 200, body: { id, name: 'bulk update', status, description: '', _links: links } };
  }

  #summary(id: string): Reply {
    const task = this.#tasks.get(id);
    if (task?.complete !== true) return missing;
    const failed = Object.fromEntries(task.unknown.map((one, index) => [String(index), one]));
    const counts = { successCount: task.ids.length, failedCount: task.unknown.length };
    return { status: 200, body: { ...counts, failed, failureReason: '' } };
  }

  #save(user: SimulatedUser): void {
    const { lagMs } = this.choices;
    const old = this.#users.get(user.id) as SimulatedUser;
    if (lagMs > 0) this.#shown.set(user.id, { user: this.#seen(old), until: this.now() + lagMs });
    this.#users.set(user.id, user);
  }

  #seen(user: SimulatedUser): SimulatedUser {
    const shown = this.#shown.get(user.id);
    return shown !== undefined && this.now() < shown.until ? shown.user : user;
  }

  #uuid(): string {
    const hex = Array.from({ length: 32 }, () => Math.floor(this.random() * 16).toString(16)).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join(
      '-',
    );
  }
}

/** The flags of a bulk update, with those off that are true and are to be true. */
function toggled(user: SimulatedUser, flags: Partial<Record<FlagName, boolean>>): Partial<Record<FlagName, boolean>> {
  return Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, value && !user[name as FlagName]]));
}

function objectOf(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as never) : undefined;
  } catch {
    return undefined;
  }
}
