import { createHash } from 'node:crypto';
import type { Seen } from '../session/seen.js';

/** Parameters that decide which part of a list is read, not which records exist. */
const OF_PAGES = /^page_(?:number|size)$/;
/** Characters of a digest: enough to tell the data of two runs apart. */
const LENGTH = 12;

/**
 * Digests of the data that a run has read, by operation: the same in two runs if all records were the same. Filtered and
 * sorted lists are skipped, because the seed decides them, and so is the address of the target, which links repeat.
 */
export class DataDigests {
  readonly #records = new Map<string, Set<string>>();

  constructor(private readonly origin: string) {}

  add({ operation, query, body }: Seen): void {
    if (body === undefined || !isWhole(query, operation)) return;
    const items = (body as { items?: unknown } | null)?.items;
    const records = this.#records.get(operation.id) ?? new Set<string>();
    for (const record of Array.isArray(items) ? items : [body]) records.add(this.#digest(JSON.stringify(record)));
    this.#records.set(operation.id, records);
  }

  /** The digest of what an operation returned; `undefined` if it returned nothing. */
  of(operation: string): string | undefined {
    const records = this.#records.get(operation);
    return records && this.#digest([...records].toSorted().join('\n'));
  }

  #digest(text: string): string {
    return createHash('sha256').update(text.replaceAll(this.origin, '')).digest('hex').slice(0, LENGTH);
  }
}

function isWhole(query: Seen['query'], { parameters }: Seen['operation']): boolean {
  const required = new Set(parameters.flatMap((one) => (one.in === 'query' && one.required ? [one.name] : [])));
  return Object.entries(query).every(
    ([name, value]) => value === undefined || OF_PAGES.test(name) || required.has(name),
  );
}
