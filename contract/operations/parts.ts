import type {
  Area,
  FixtureName,
  Operation,
  Parameter,
  PathParameter,
  QueryParameter,
  Success,
  Tier,
} from '../types.js';

export const SAAS = 'api/saas/consolidated-view/v1';
export const SAM = 'api/sam/v2';

const SECTIONS: Record<Area, string> = {
  applications: 'Endpoints / Applications area',
  users: 'Endpoints / Users area',
  subscriptions: 'Endpoints / Subscriptions area',
  agreements: 'Endpoints / Agreements and contracts area',
};

export function path(name: string, fixture: FixtureName | null): PathParameter {
  return { name, in: 'path', type: 'string', required: true, fixture };
}

/** A required date; a plain request names the date `daysAgo` days before today. */
export function required(name: string, type: 'date' | 'date-time', daysAgo: number): QueryParameter {
  return { name, in: 'query', type, required: true, daysAgo };
}

/** The paging parameters of an area ("Common query parameters" and "Limits"). */
function paging(area: Area): QueryParameter[] {
  const wide = area === 'users' || area === 'agreements';
  const integer = { in: 'query', type: 'integer', required: false } as const;
  return [
    { ...integer, name: 'page_number', default: 1, bits: wide ? 64 : 32 },
    { ...integer, name: 'page_size', default: 100, ...(wide ? { maximum: 1000 } : {}) },
  ];
}

const FILTER: QueryParameter = { name: 'filter', in: 'query', type: 'string', required: false };
const SORT: QueryParameter = { name: 'sort', in: 'query', type: 'string', required: false };

interface Row extends Pick<Operation, 'id' | 'title'> {
  readonly path: string;
  readonly parameters?: readonly Parameter[];
  readonly statuses: readonly number[];
}

/** A list operation: always paged; `query` says whether it has a filter and a sort. */
export function list(area: Area, item: string, query: readonly ('filter' | 'sort')[], row: Row): Operation {
  const expressions = [FILTER, SORT].filter(({ name }) => query.some((supported) => supported === name));
  // The agreement area documents no total_items (section "Pagination object").
  const success = { ...answers(`${item}-list`), item, ...(area === 'agreements' && ({ uncounted: true } as const)) };
  return read(area, success, { ...row, parameters: [...(row.parameters ?? []), ...paging(area), ...expressions] });
}

/** A GET of one record. */
export function read(area: Area, success: Success, row: Row): Operation {
  const { path: template, parameters = [], ...rest } = row;
  return { ...rest, area, section: SECTIONS[area], binding: { method: 'GET', path: template }, parameters, success };
}

export function answers(schema: string, status: 200 | 202 = 200): Success {
  return { status, mediaType: 'application/json', schema };
}

/** An operation that writes: it can be undone, or it is destructive. */
export function write(area: Area, tier: Tier, row: Omit<Operation, 'area' | 'section' | 'tier'>): Operation {
  return { ...row, area, tier, section: SECTIONS[area] };
}
