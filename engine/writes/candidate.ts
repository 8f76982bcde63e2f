import type { RecordKind } from '../../contract/types.js';
import type { JsonRecord } from '../session/page.js';
import { hasFlags, isWhole, watchedOf } from './record-fields.js';

/**
 * What is known of a record: nothing yet (`untried`); the target accepts its own values (`proven`) or rejects them
 * (`refused`); the run could not restore it (`left`); it cannot be read, or another client has changed it (`lost`).
 */
export type Standing = 'untried' | 'proven' | 'refused' | 'left' | 'lost';

/** A record that checks may write to. */
export interface Candidate {
  readonly id: string;
  /**
   * What can be restored: every field, the fields that it has a value of (`values`), or the flags alone, by bulk updates.
   */
  restores: 'all' | 'values' | 'flags' | 'nothing';
  /** It is one of the chosen records; others are written to only along with all. */
  readonly chosen: boolean;
  /** It has values that a target may hold and yet reject, or change, in an update, or lacks some. */
  doubtful: boolean;
  standing: Standing;
  held: boolean;
  /** A check has used it. */
  used: boolean;
  /** The tick at which it was last returned. */
  returned: number;
}

/** Whether a record is as it was, as far as the run knows. */
export const isIntact = ({ standing }: Candidate): boolean => standing === 'untried' || standing === 'proven';

/** A record that no check has used yet. */
export function candidateOf(
  kind: RecordKind,
  record: JsonRecord,
  { chosen, doubtful = false }: { chosen: boolean; doubtful?: boolean },
): Candidate {
  const fields = watchedOf(kind, record);
  const restores = isWhole(kind, fields) ? 'all' : hasFlags(kind, fields) ? 'flags' : 'nothing';
  const unused = { standing: 'untried', held: false, used: false, returned: 0 } as const;
  return { id: String(record.id), restores, chosen, doubtful, ...unused };
}
