import { identity, type JsonRecord } from '../../../engine/session/page.js';
import { isSameId } from '../../../engine/session/same-id.js';
import type { Params } from '../../../engine/session/world.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { brief, differingFields, type Expected } from './compare.js';

/** A list that contains a record. */
export interface ReadPath {
  readonly operation: string;
  readonly params: Params;
}

/** How the parents of a user are found, and the lists of each that contain the user, the one of users first. */
const PARENTS = [
  {
    of: 'getUserApplications',
    parameter: 'applicationId',
    lists: ['getApplicationUsers', 'getApplicationUsersConsumptions'],
  },
  {
    of: 'getUserSubscriptions',
    parameter: 'subscriptionId',
    lists: ['getSubscriptionUsers', 'getSubscriptionUserConsumptions'],
  },
] as const;
/** The list of users that no other list leads to. */
const INSIGHT = 'getSubscriptionInsightUsers';
/** Lists of records of their own about users, or of users that a service has computed. */
const DERIVED: readonly string[] = [...PARENTS.map(({ lists }) => lists[1]), INSIGHT];

/** The page size that every list supports. */
const PAGE = 100;

/**
 * The lists that contain a record: the list of its area and, for a user, those of an application, of a subscription and of an
 * insight. Only those that are wanted are read.
 */
export async function readPathsOf(
  context: WriteContext,
  record: { readonly id: string },
  isWanted: (path: ReadPath) => boolean = () => true,
): Promise<ReadPath[]> {
  const paths: ReadPath[] = [{ operation: context.kind.list, params: {} }];
  if (context.kind.id === 'user') {
    const insight = await context.attempt(() => context.world.params(context.world.operation(INSIGHT)));
    if (insight !== null) paths.push({ operation: INSIGHT, params: insight });
    for (const { of, parameter, lists } of PARENTS) {
      const parents = await context.attempt(() =>
        context.page({}, { operation: context.world.operation(of), params: { userId: record.id } }),
      );
      const [parent] = parents?.items ?? [];
      if (parent === undefined) continue;
      paths.push(...lists.map((operation) => ({ operation, params: { [parameter]: identity(parent) } })));
    }
  }
  const found = await Promise.all(
    paths.filter(isWanted).map(async (path) => ((await find(context, path, record)) === null ? [] : [path])),
  );
  return found.flat();
}

/** Whether a list is the main one of its records, and not derived from others. */
export const isMain = ({ operation }: ReadPath): boolean => !DERIVED.includes(operation);

/** A record as a list shows it; `null` if the list does not contain it, or is too long. */
async function find(context: WriteContext, { operation, params }: ReadPath, { id }: { readonly id: string }) {
  const list = await context.attempt(() =>
    context.walk(PAGE, {}, { operation: context.world.operation(operation), params }),
  );
  return list?.items.find((item: JsonRecord) => isSameId(item.id, id)) ?? null;
}

/** The fields that differ, of those that a list returns. */
function differs(item: JsonRecord, expected: Expected): string[] {
  return differingFields(item, expected).filter((name) => name in item);
}

/**
 * Reports the fields that a list shows with other values than a write gave them, once the list had time for it. Returns
 * whether the list contains the record.
 */
export async function reportListed(
  context: WriteContext,
  { path, record }: { readonly path: ReadPath; readonly record: { readonly id: string } },
  expected: Expected,
): Promise<boolean> {
  const { value: item } = await context.until(
    () => find(context, path, record),
    // Once a list is known to be wrong, the others are read only once.
    (now) => (now !== null && differs(now, expected).length === 0) || context.evidence.length > 0,
  );
  if (item === null || context.last === undefined) return false;
  const [name] = differs(item, expected);
  if (name === undefined) return true;
  const { title } = context.world.operation(path.operation);
  const message = `${name} of ${record.id} in ${title} is ${brief(item[name])}, not ${brief(expected[name])}`;
  // A re-run may find it in another flag or list.
  const actual = 'the values before it';
  context.report(context.last, { at: '/items/*', expected: 'the values of the bulk update', actual, message });
  return true;
}
