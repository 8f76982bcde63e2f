import { fields } from '../../schemas/generated/fields.js';
import type { Evidence, SeenRequest } from '../session/ask-context.js';
import { keptDifference } from '../session/kept-texts.js';
import { kindOfDifference } from '../session/kind-of-difference.js';
import { isRecord } from '../session/page.js';
import type { Report, Seen } from '../session/seen.js';
import { Inconclusive } from '../session/signals.js';
import type { JudgeRule, Need } from './rule.js';

/** The findings of a judge rule on the responses of one operation so far. */
export class JudgeState {
  readonly evidence: Evidence[] = [];
  /** The number of responses with the data that the rule needs. */
  decided = 0;
  /** The error of the rule itself; `null` if there was none. */
  internalError: string | null = null;

  /** By kind of difference, the indexes of the evidence that may be shown. */
  readonly #shown = new Map<string, { readonly first: number; least: number }>();

  constructor(readonly rule: JudgeRule) {}

  /** `records` is the number of records in the response: all rules of an operation share it. */
  accept(seen: Seen, records = countRecords(seen.operation, seen.body)): void {
    const met = this.rule.needs.every((need) => meets(seen, records, need));
    if (!met && !isShapeless(seen)) return;
    const found = new FoundIn(seen);
    try {
      const says = this.rule.judge(seen, found.report);
      if (met && says !== false) this.decided += 1;
    } catch (error) {
      if (!(error instanceof Inconclusive)) this.internalError ??= (error as Error).message;
    }
    for (const one of found.evidence ?? []) this.#add(one);
  }

  /**
   * Adds a finding. Of each kind, only the first one and that with the first URL are ever shown with their response: one
   * deviation may show in thousands of responses.
   */
  #add(one: Evidence): void {
    const kind = kindOfDifference(one.difference);
    const known = this.#shown.get(kind);
    const at = this.evidence.length;
    if (known === undefined) this.#shown.set(kind, { first: at, least: at });
    else if (urlOf(one) < urlOf(this.evidence[known.least] as Evidence)) {
      if (known.least !== known.first) this.evidence[known.least] = shortened(this.evidence[known.least] as Evidence);
      known.least = at;
    }
    const isShown = known === undefined || known.least === at;
    this.evidence.push(isShown ? one : shortened(one));
  }
}

function urlOf({ answer }: Evidence): string {
  return answer.request.url;
}

function shortened(one: Evidence): Evidence {
  return { ...one, answer: one.answer.shortExcerpt };
}

/**
 * The differences in one response. A list may show the same one at each of its items, so one of each kind is kept, with
 * the number of the others.
 */
class FoundIn {
  /** `null` until there is a difference: most responses of a run show none to most rules. */
  #kinds: Map<string, Evidence & { more: number }> | null = null;

  constructor(private readonly seen: Seen) {}

  get evidence(): Iterable<Evidence> | undefined {
    return this.#kinds?.values();
  }

  readonly report: Report = (difference) => {
    const kind = `${kindOfDifference(difference)} ${difference.fields?.join() ?? ''}`;
    this.#kinds ??= new Map();
    const known = this.#kinds.get(kind);
    if (known !== undefined) known.more += 1;
    else
      this.#kinds.set(kind, {
        difference: keptDifference(difference),
        answer: this.seen.answer.excerpt,
        seen: this.#request,
        more: 0,
      });
  };

  get #request(): SeenRequest {
    const { operation, query, params, body, by, headers, unanswered, answer } = this.seen;
    return {
      ...{ operation, answer: answer.shortExcerpt, query, params, hasBody: body !== undefined },
      ...(by !== undefined && { by }),
      ...(headers !== undefined && { headers }),
      ...(unanswered !== undefined && { unanswered }),
    };
  }
}

/**
 * Whether the response to a read of one record contains no record: the need is not met, but the rule may still report
 * it.
 */
function isShapeless({ operation, body }: Seen): boolean {
  return operation.success.item === undefined && body !== undefined && !isRecord(body);
}

function meets({ body }: Seen, records: number, need: Need): boolean {
  if (need === 'credential') return true;
  if (body === undefined) return false;
  return need === 'answer' || records >= (need === 'several' ? 3 : 1);
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
