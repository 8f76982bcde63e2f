import type { SampleSource } from '../../contract/samples.js';
import type { FixtureName } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import { diverse } from './diverse.js';
import { type JsonRecord, type Page, pageOf, unmovedUnless, walk } from './page.js';
import type { Query } from './seen.js';
import { nullIfInconclusive } from './signals.js';

/** Ids that are put before all others: of the records that count most, of those that count least, and of a late page. */
const [MOST, LEAST, LATE] = [3, 2, 1];
/** Records of the first page with many kinds of values between them that come next. */
const DIVERSE = 8;
const PAGE_SIZE = 100;
/** Pages of a list that are read to find a record that is not on its first page. */
const PAGES = 20;

/** Answers a list by the id of its operation, with a query of its own; `again` as in `Ask`. */
type ReadList = (operation: string, query: Query, again?: string) => Promise<Answer>;

/** Whether a list contains a record; unknown if it may be on a page that was not read. */
export type Listed = 'listed' | 'absent' | 'unknown';

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
    const field = (source.counts ?? []).find((name) => first.items.some((item) => typeof item[name] === 'number'));
    const counted = field === undefined ? [] : byCount(first.items, field);
    const [most, fewer] = [counted.slice(0, MOST), counted.slice(MOST).toReversed()];
    const late = idsOf((await this.#lastPage(source.operation, first))?.items ?? []).slice(-LATE);
    const fewest = fewer.filter((item) => countIn(item, field) <= countIn(fewer[LEAST - 1] ?? {}, field));
    const least = diverse(fewest, LEAST, most);
    const others = diverse(first.items, DIVERSE, [...most, ...least]);
    const ahead = [...idsOf(most), ...late, ...idsOf([...least, ...others, ...fewer])];
    return [...new Set([...ahead, ...idsOf(first.items)])];
  }

  /**
   * Whether the list that names the records of a fixture holds one of them. That is unknown if no page shows it and the list
   * has more pages than are read, or moves between them each time.
   */
  async isListed(fixture: FixtureName, id: string): Promise<Listed> {
    const source = this.sources[fixture];
    if (source === null) return 'listed';
    const isShown = (items: readonly JsonRecord[] = []) =>
      items.some((item) => String(item[source.field]).toLowerCase() === id.toLowerCase());
    const list = await unmovedUnless(
      ({ items }) => isShown(items),
      (reading) => {
        const again = reading === 1 ? undefined : `listed ${reading}`;
        const read = async (query: Query) => pageOf(await this.read(source.operation, query, again));
        return walk(read, {}, PAGE_SIZE, PAGES);
      },
    );
    if (list === null) return 'unknown';
    if (isShown(list.items)) return 'listed';
    const [first] = list.pages;
    if (!list.partial || first === undefined) return 'absent';
    // Samples are of the first pages or of the last one.
    return isShown((await this.#lastPage(source.operation, first))?.items) ? 'listed' : 'unknown';
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

/** Records by what they count in a field, most first, those without a count left out. */
function byCount(items: readonly JsonRecord[], field: string): JsonRecord[] {
  const known = items.filter((item) => typeof item[field] === 'number');
  return known.toSorted((one, other) => countIn(other, field) - countIn(one, field));
}

const countIn = (item: JsonRecord, field = ''): number => Number(item[field]);
