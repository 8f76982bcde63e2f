import { fields } from '../../schemas/generated/fields.js';
import type { Evidence } from '../session/ask-context.js';
import { isRecord } from '../session/page.js';
import type { Report, Seen } from '../session/seen.js';
import type { JudgeRule, Need } from './rule.js';

/** The findings of a judge rule on the responses of one operation so far. */
export class JudgeState {
  readonly evidence: Evidence[] = [];
  /** The number of responses with the data that the rule needs. */
  decided = 0;
  /** The error of the rule itself; `null` if there was none. */
  internalError: string | null = null;

  constructor(readonly rule: JudgeRule) {}

  accept(seen: Seen): void {
    const met = this.rule.needs.every((need) => meets(seen, need));
    if (!met && !isShapeless(seen)) return;
    try {
      const { operation, query, params, body, by } = seen;
      const answer = seen.answer.excerpt;
      const request = {
        operation,
        answer,
        query,
        params,
        hasBody: body !== undefined,
        ...(by !== undefined && { by }),
      };
      const report: Report = (difference) => this.evidence.push({ difference, answer, seen: request });
      const says = this.rule.judge(seen, report);
      if (met && says !== false) this.decided += 1;
    } catch (error) {
      this.internalError ??= (error as Error).message;
    }
  }
}

/**
 * Whether the response to a read of one record contains no record: the need is not met, but the rule may still report
 * it.
 */
function isShapeless({ operation, body }: Seen): boolean {
  return operation.success.item === undefined && body !== undefined && !isRecord(body);
}

function meets({ body, operation }: Seen, need: Need): boolean {
  if (need === 'credential') return true;
  if (body === undefined) return false;
  return need === 'answer' || countRecords(operation, body) >= (need === 'several' ? 3 : 1);
}

/** The number of records in a response with data: a documented field other than `_links` that is not null. */
export function countRecords(operation: Seen['operation'], body: unknown): number {
  const { success } = operation;
  const names = Object.keys(fields[success.item ?? success.schema ?? ''] ?? {}).filter((name) => name !== '_links');
  const says = (record: unknown) =>
    isRecord(record) && names.some((name) => Object.hasOwn(record, name) && record[name] !== null);
  return recordsOf(operation, body).filter(says).length;
}

/** The records of a response: the items of a list, or the single record. */
export function recordsOf(operation: Seen['operation'], body: unknown): readonly unknown[] {
  if (typeof body !== 'object' || body === null) return [];
  if (operation.success.item === undefined) return Object.keys(body).length === 0 ? [] : [body];
  const { items } = body as { items?: unknown };
  return Array.isArray(items) ? items : [];
}
