import type { Operation } from '../../../../contract/types.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import type { Query } from '../../../../engine/session/seen.js';
import type { Params } from '../../../../engine/session/world.js';
import type { Held } from '../../../../engine/writes/record-probe.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isMain, readPathsOf } from '../read-paths.js';

/** A page of a list that shows a record. */
export interface ListPage {
  readonly name: string;
  readonly operation: Operation;
  readonly params: Params;
  readonly query: Query;
}

const PAGE = 100;

/** The page of each list that shows a record: of the list of its kind, and for a user of a list of each parent. */
export async function listPagesOf(context: WriteContext, record: Held): Promise<ListPage[]> {
  const paths = await readPathsOf(context, record, isMain);
  const pages = await Promise.all(
    paths.map(async ({ operation: id, params }): Promise<ListPage[]> => {
      const operation = context.world.operation(id);
      const list = await context.attempt(() => context.walk(PAGE, {}, { operation, params }));
      const at = list?.pages.findIndex(({ items }) => items.some((item) => isSameId(item.id, record.id))) ?? -1;
      const query = { page_size: PAGE, page_number: at + 1 };
      return at < 0 ? [] : [{ name: operation.title, operation, params, query }];
    }),
  );
  return pages.flat();
}
