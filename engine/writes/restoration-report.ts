import type { RunReport } from '../../schemas/generated/touchstone.js';
import type { Redaction } from '../client/redaction.js';
import { cut } from '../session/cut.js';
import { MADE_UP_CREDENTIALS } from '../target/credentials.js';
import type { Leftover } from './leftover.js';
import type { Restoration } from './writes.js';

type Told = NonNullable<RunReport['restoration']>;

/** What a run, or an undo, knows of the records; an undo says on its own how many bulk updates have not ended. */
type Restored = Omit<Restoration, 'requests' | 'stopped' | 'unended' | 'refreshed' | 'changedOthers' | 'gone'> & {
  readonly unended?: number;
};

/** How much of a value is shown, in characters; the request that restores a record contains it completely. */
const MAX_VALUE = 200;

/** The restoration of the records that were written to, as a report shows it. */
export function restorationOf(
  { journal, undo, touched, removed, left, unended = 0 }: Restored,
  redaction: Redaction,
): Told {
  return {
    journal,
    ...(undo !== null && { undo: redaction.text(undo) }),
    touched: touched.map((key) => {
      const [kind = '', ...id] = key.split(' ');
      return { kind, id: redaction.text(id.join(' ')) };
    }),
    removed: removed.map(({ from, removed: ids }) => ({
      from: redaction.text(from),
      ids: ids.map((id) => redaction.text(id)),
    })),
    left: left.map((one) => leftOf(one, redaction)),
    ...(unended > 0 && { unended }),
  };
}

function leftOf({ kind, id, reason, fields, request }: Leftover, redaction: Redaction): Told['left'][number] {
  const shown = (value: unknown) => cut(redaction.text(JSON.stringify(value) ?? 'absent'), MAX_VALUE);
  return {
    kind,
    id: redaction.text(id),
    reason: redaction.text(reason),
    fields: Object.entries(fields).map(([name, values]) => ({
      name,
      was: shown(values.was),
      is: 'is' in values ? shown(values.is) : 'not known',
    })),
    request: request && {
      method: request.method,
      url: redaction.text(request.url),
      headers: redaction.headers(request.headers, MADE_UP_CREDENTIALS),
      ...(request.body !== undefined && { body: redaction.text(request.body) }),
    },
  };
}
