import type { Hook } from '../../../reference/behaviour.js';
import type { Row } from '../../../reference/model.js';
import { Refusal } from '../../../reference/refusal.js';

/** Reads show a user as it was until some time after it was changed. */
export function laggingReads(ms: number): Hook {
  const old = new Map<string, { readonly record: Row; readonly until: number }>();
  return (steps) => ({
    save(record, context) {
      const id = String(record.id);
      const before = context.tenant.users.get(id) as Row | undefined;
      if (before !== undefined) old.set(id, { record: before, until: Date.now() + ms });
      steps.save(record, context);
    },
    find(kind, id, context) {
      const found = steps.find(kind, id, context);
      const shown = old.get(id);
      const late = context.operation.id === 'getUser' && shown !== undefined && shown.until > Date.now();
      return late ? (shown.record as typeof found) : found;
    },
  });
}

/** Refuses the updates that a test does not want. */
export function takesOnly(wanted: (patch: Row) => boolean): Hook {
  return (steps) => ({
    applyPatch(record, patch, context) {
      if (!wanted(patch)) throw new Refusal(400, 'It is not taken');
      return steps.applyPatch(record, patch, context);
    },
  });
}

/** Takes no bulk update at all. */
export const takesNoBulk: Hook = () => ({
  select() {
    throw new Refusal(400, 'No scope is taken');
  },
});

/** Takes one bulk update at a time, for as long as its task runs, and a moment longer. */
export function oneBulkAtATime(ms: number): Hook {
  let busyUntil = 0;
  return (steps) => ({
    startTask(request, selection, context) {
      if (Date.now() < busyUntil) throw new Refusal(400, 'A bulk update is running');
      busyUntil = Date.now() + ms;
      return steps.startTask(request, selection, context);
    },
  });
}
