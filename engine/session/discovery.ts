import type { SampleSource } from '../../contract/samples.js';
import type { FixtureName } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { type JsonRecord, type Page, pageOf, walk } from './page.js';
import type { Query } from './seen.js';
import { nullIfInconclusive } from './signals.js';

/** Ids that are put before all others: of the records that count most, of those that count least, and of a late page. */
const [MOST, LEAST, LATE] = [3, 2, 1];
/** Ids of the first page, spread over the whole of it, that come next. */
const SPREAD = 8;
const PAGE_SIZE = 100;
/** Pages of a list that are read to find a record that is not on its first page. */
const PAGES = 20;

/** Answers a list by the id of its operation, with a query of its own. */
type ReadList = (operation: string, query: Query) => Promise<Answer>;

/** Finds ids to sample with in the lists of a target. */
export class Discovery {
  constructor(
    private readonly sources: Readonly<Record<FixtureName, SampleSource | null>>,
    private readonly read: ReadList,
  ) {}

  /** Ids for a fixture, those first that say most; none where no list holds them. */
  async idsOf(fixture: FixtureName): Promise<readonly string[]> {
    const source = this.sources[fixture];
    if (source === null) return [];
    const first = pageOf(await this.read(source.operation, {}));
    const idsOf = (items: readonly JsonRecord[]) => idsIn(items, source.field);
    const counted = idsOf(byCount(first.items, source.counts ?? []));
    const late = idsOf((await this.#lastPage(source.operation, first))?.items ?? []).slice(-LATE);
    const least = counted.slice(MOST).toReversed();
    const own = spread(idsOf(first.items));
    const ahead = [...counted.slice(0, MOST), ...late, ...least.slice(0, LEAST), ...own.slice(0, SPREAD)];
    return [...new Set([...ahead, ...least, ...own])];
  }

  /** Whether the list that names the records of a fixture holds one of them, as far as it can be read. */
  async isListed(fixture: FixtureName, id: string): Promise<boolean> {
    const source = this.sources[fixture];
    if (source === null) return true;
    const read = async (query: Query) => pageOf(await this.read(source.operation, query));
    const { items, partial } = await walk(read, {}, PAGE_SIZE, PAGES);
    return partial || items.some((item) => String(item[source.field]).toLowerCase() === id.toLowerCase());
  }

  /** The last page of a list that has several; `null` where it has one, or none can be read. */
  async #lastPage(operation: string, first: Page): Promise<Page | null> {
    const pages = first.totalItems === null ? first.totalPages : Math.ceil(first.totalItems / PAGE_SIZE);
    if (pages === null || pages < 2) return null;
    try {
      return pageOf(await this.read(operation, { page_number: pages }));
    } catch (error) {
      return nullIfInconclusive(error);
    }
  }
}

function idsIn(items: readonly JsonRecord[], field: string): string[] {
  const ids = items.map((item) => item[field]).filter((id): id is string => typeof id === 'string' && id !== '');
  return [...new Set(ids)];
}

/** Records by what they count, most first, those without a count left out; empty where no record counts anything. */
function byCount(items: readonly JsonRecord[], counts: readonly string[]): JsonRecord[] {
  const field = counts.find((name) => items.some((item) => typeof item[name] === 'number'));
  if (field === undefined) return [];
  const known = items.filter((item) => typeof item[field] === 'number');
  return known.toSorted((one, other) => Number(other[field]) - Number(one[field]));
}

/** Reorders ids so that any first few of them are spread over the whole. */
function spread(ids: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(ids.length / SPREAD));
  const ahead = ids.filter((_id, index) => index % step === 0).slice(0, SPREAD);
  return [...ahead, ...ids.filter((id) => !ahead.includes(id))];
}
