import type { Context, Hook } from '../../behaviour.js';
import type { Row } from '../../model.js';

/** A hook with a state of its own for each reference. */
export function stateful(make: () => Hook): Hook {
  return (steps) => make()(steps);
}

/** Does something some milliseconds later. */
export function later(ms: number, run: () => void): void {
  setTimeout(run, ms).unref();
}

/** A record of the operation's area as it is stored now. */
export function storedOf({ operation, tenant }: Context, id: unknown): Row | undefined {
  const all = operation.area === 'users' ? tenant.users : tenant.applications;
  return all.get(String(id)) as Row | undefined;
}

/** A record with some fields of another one. */
export function withFieldsOf(record: Row, other: Row, names: readonly string[]): Row {
  return { ...record, ...Object.fromEntries(names.map((name) => [name, other[name]])) };
}

/** Stores what a function makes of each changed record; `null` stores nothing, though the update is acknowledged. */
export function storing(change: (record: Row, before: Row, context: Context) => Row | null): Hook {
  return (steps) => ({
    save: (record, context) => {
      const changed = change(record, storedOf(context, record.id) ?? record, context);
      if (changed !== null) steps.save(changed, context);
    },
  });
}

/** What every bulk update remembers from its start, by the id of its task. */
export function bulkUpdates<Start>(
  start: (context: Context, ids: readonly string[]) => Start,
  complete: (record: Row, flagged: Row, started: Start) => Row,
): Hook {
  return (steps) => {
    const starts = new Map<string, Start>();
    return {
      startTask: (request, selection, context) => {
        const task = steps.startTask(request, selection, context);
        starts.set(task.id, start(context, selection.ids));
        return task;
      },
      completeTask: (task, context) => {
        const started = starts.get(task.id) as Start;
        for (const id of task.ids) {
          const record = storedOf(context, id);
          if (record === undefined) continue;
          steps.save(complete(record, steps.applyFlags(record, task.flags, context), started), context);
        }
        task.status = 'Complete';
      },
    };
  };
}

/** The records as they are stored now, by id. */
export function copyOf(context: Context, ids: readonly string[]): ReadonlyMap<unknown, Row> {
  const records = ids.flatMap((id) => {
    const record = storedOf(context, id);
    return record === undefined ? [] : [record];
  });
  return new Map(records.map((record) => [record.id, record]));
}

/** Earlier versions of the records that were changed, each with the time at which the next one replaced it. */
export class Versions {
  readonly #old = new Map<unknown, { readonly record: Row; readonly until: number }[]>();

  /** Remembers a version that is replaced now. */
  replace(record: Row): void {
    const known = this.#old.get(record.id) ?? [];
    this.#old.set(record.id, [...known.slice(-50), { record, until: performance.now() }]);
  }

  /** A record as it was some milliseconds ago. */
  before(ms: number, record: Row): Row {
    const moment = performance.now() - ms;
    return this.#old.get(record.id)?.find(({ until }) => until > moment)?.record ?? record;
  }
}

/** Reads that show records in an earlier version; `readsSeen` counts them. */
export function staleReads(show: (record: Row, versions: Versions, readsSeen: number, isList: boolean) => Row): Hook {
  return (steps) => {
    const versions = new Versions();
    let reads = 0;
    return {
      save: (record, context) => {
        const before = storedOf(context, record.id);
        if (before !== undefined) versions.replace(before);
        steps.save(record, context);
      },
      collect: (context) => {
        reads += 1;
        return steps.collect(context).map((record) => show(record, versions, reads, true));
      },
      read: (context) => {
        reads += 1;
        return show(steps.read(context), versions, reads, false);
      },
    };
  };
}
