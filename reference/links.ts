import type { Link } from '../schemas/generated/interface.js';
import type { Context } from './behaviour.js';
import type { BulkTask, Page, Row } from './model.js';

/** A link with the method GET; `href` is relative to the base URL, as in section "Endpoints". */
function get(rel: string, href: string): Link {
  return { href, rel, method: 'GET' };
}

/**
 * The links of an agreement-area list: this page, the previous and the next one if they exist, the first and the last
 * one.
 */
export function pageLinks({ number, size }: Page, total: number, context: Context): readonly Link[] {
  const last = BigInt(Math.max(1, Math.ceil(total / size)));
  const link = (rel: string, page: bigint) => {
    const query = new URLSearchParams({ page_number: String(page), page_size: String(size) });
    if (typeof context.query.filter === 'string') query.set('filter', context.query.filter);
    return get(rel, `${context.pathOf(context.operation.id, context.params)}?${query}`);
  };
  return [
    link('self', number),
    link('first', 1n),
    ...(number > 1n ? [link('prev', number > last ? last : number - 1n)] : []),
    ...(number < last ? [link('next', number + 1n)] : []),
    link('last', last),
  ];
}

/** The targets of the links of each agreement-area record: rel and operation, with the field that fills `{id}`. */
const RECORD_LINKS: Readonly<Record<string, readonly (readonly [rel: string, operation: string, field: string])[]>> = {
  getAgreement: [
    ['self', 'getAgreement', 'id'],
    ['periods', 'getAgreementPeriods', 'id'],
    ['type', 'getAgreementType', 'typeId'],
  ],
  getContract: [
    ['self', 'getContract', 'id'],
    ['periods', 'getContractPeriods', 'id'],
    ['type', 'getContractType', 'typeId'],
  ],
  getAgreementType: [['self', 'getAgreementType', 'id']],
  getContractType: [['self', 'getContractType', 'id']],
  getAgreementPeriods: [['agreement', 'getAgreement', 'parentId']],
  getContractPeriods: [['contract', 'getContract', 'parentId']],
};

/** The links of a record of the agreement area, by the operation that returns it. */
export function recordLinks(record: Row, { operation, pathOf }: Context): readonly Link[] {
  const links = RECORD_LINKS[operation.id] ?? [];
  return links.map(([rel, target, field]) => get(rel, pathOf(target, { id: String(record[field]) })));
}

/** The link from a task reference to its task (section "Task reference"). */
export function referenceLinks({ id, area }: BulkTask, { pathOf }: Context): readonly Link[] {
  return [get('self', pathOf(area === 'users' ? 'getUsersTask' : 'getApplicationsTask', { id }))];
}

/** The link from a task to its result; no operation reads that of the applications area (section "Endpoints"). */
export function taskLinks({ id, area }: BulkTask, { pathOf }: Context): readonly Link[] {
  const href =
    area === 'users' ? pathOf('getBulkUpdateUsersSummary', { id }) : `${pathOf('bulkUpdateApplications', {})}/${id}`;
  return [get('bulk-update-users', href)];
}
