import type { Operation } from '../../contract/types.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { diverse } from '../../engine/session/diverse.js';
import { identity, type JsonRecord, walk } from '../../engine/session/page.js';
import { isWhole, SURVEY_SIZE, type SurveyedParent } from '../../engine/session/parent-survey.js';
import { isSameId } from '../../engine/session/same-id.js';
import { type Params, pathParameters } from '../../engine/session/world.js';
import { plural } from '../../numbers/plural.js';
import { hasPathParameters } from './applies.js';
import { listOf } from './detail-ids.js';
import { READ_ANYWAY } from './survey.js';

/** How many parents of each of the two child lists are compared: those whose lists are read anyway. */
const PARENTS = 8;
/** The maximum number of parents that are read in addition. */
const UNREAD = 8;
/** How many of the longest lists of the other operation are compared at their end too. */
const LONGEST = 2;
/** The maximum number of pages of a list that is read again. */
const PAGES = 3;
/** How often a missing record is looked for again. */
const LOOKS = 2;

/** A record that names a parent, and whether the child list of that parent has it. */
interface Pair {
  readonly parent: Params;
  readonly child: string;
  readonly isListed: boolean;
  /** The number of children of that parent. */
  readonly count: number;
}

/**
 * If the list of `reverse` of a record contains a parent, the child list of that parent contains the record. Reports child
 * lists that lack records, if most pairs of both lists agree: otherwise the two may mean different relations.
 */
export function bothWays(reverse: string): AskRule {
  return {
    id: 'relations.both-ways',
    clause: 'relations.both-ways',
    needs: ['records'],
    appliesTo: () => true,
    async ask(context) {
      const { operation, world } = context;
      const inverse = world.operation(reverse);
      const parents = (await world.parents(operation, PARENTS)).filter(isWhole);
      const children = (await world.parents(inverse, READ_ANYWAY)).filter(isWhole);
      if (areAlike(parents) && areAlike(children)) context.inconclusive('each parent has the same children');
      const more = (await unread(context, inverse, { parents, children })).filter(isWhole);
      const pairs = pairsOf(operation, inverse, { parents: [...parents, ...more], children });
      if (pairs.length === 0)
        context.lacksData(`no list of ${reverse} that was read contains a parent of one that was read`);
      const lacking = pairs.filter(({ isListed }) => !isListed);
      if (lacking.length * 2 > pairs.length)
        context.inconclusive(`most lists of ${reverse} differ from this one, so they may mean another relation`);
      let left = lacking;
      for (let look = 1; look <= LOOKS && left.length > 0; look += 1)
        left = await stillLacking(context, inverse, left, look);
      const [first] = left;
      if (first === undefined) return;
      const { answer } = await context.page({ page_size: SURVEY_SIZE }, { params: first.parent });
      const parent = idOf(operation, first.parent);
      const message = `the list of ${parent} lacks ${first.child}, whose ${reverse} contains it (${left.length} of ${plural(pairs.length, 'pair')} differ)`;
      context.report(answer, { at: '/items', expected: first.child, actual: 'absent', message });
    },
  };
}

/**
 * The lists of parents that records name: the last one of those with most of them, as a target may add one to a long list, and for
 * records that name none of the parents that were read, each of a kind of its own.
 */
async function unread(
  context: AskContext,
  inverse: Operation,
  { parents, children }: { readonly parents: readonly SurveyedParent[]; readonly children: readonly SurveyedParent[] },
): Promise<readonly SurveyedParent[]> {
  const { operation, world } = context;
  const [parameter] = pathParameters(operation);
  const known = parents.map(({ params }) => idOf(operation, params));
  const isNamed = ({ items }: SurveyedParent) => known.some((id) => contains(items, id));
  const unnamed = children.filter((child) => child.items.length > 0 && !isNamed(child));
  const most = context.upTo(UNREAD, 0);
  const ordered = await ofOtherKinds(context, inverse, { unnamed, named: children.filter(isNamed), most });
  const times = (id: string) => children.filter(({ items }) => contains(items, id)).length;
  // A parent that few of them name has few children, so that all of them are seen.
  const chosen = ordered.flatMap(({ items }) =>
    items
      .map(identity)
      .toSorted((one, other) => times(one) - times(other))
      .slice(0, 1),
  );
  const longest = children.toSorted((one, other) => other.items.length - one.items.length);
  const atEnd = longest
    .slice(0, context.upTo(LONGEST, 0))
    .flatMap(({ items }) => items.slice(-1).map(identity))
    .filter((id) => !known.some((own) => isSameId(own, id)));
  const ids = new Set([...atEnd, ...[...new Set(chosen)].slice(0, most)]);
  return world.surveyed(
    operation,
    [...ids].map((id) => ({ [parameter?.name ?? '']: id })),
  );
}

/** The records that name no parent, those first that together are of most kinds that the others are not, as their list shows them. */
async function ofOtherKinds(
  context: AskContext,
  inverse: Operation,
  read: {
    readonly unnamed: readonly SurveyedParent[];
    readonly named: readonly SurveyedParent[];
    readonly most: number;
  },
): Promise<readonly SurveyedParent[]> {
  const source = listOf(inverse);
  const list = source === null ? null : context.world.operation(source);
  if (list === null || hasPathParameters(list)) return read.unnamed;
  const page = await context.attempt(() => context.page({}, { operation: list, params: {} }));
  const isOf =
    (record: JsonRecord) =>
    ({ params }: SurveyedParent) =>
      isSameId(record.id, idOf(inverse, params));
  const recordsOf = (some: readonly SurveyedParent[]) =>
    (page?.items ?? []).filter((record) => some.some(isOf(record)));
  const first = diverse(recordsOf(read.unnamed), read.most, recordsOf(read.named));
  const children = first.flatMap((record) => read.unnamed.filter(isOf(record)));
  return [...new Set([...children, ...read.unnamed])];
}

/** Whether each parent has the same children: then each record seems to be a child of each parent, whatever the target reads. */
const areAlike = (lists: readonly SurveyedParent[]): boolean =>
  new Set(lists.map(({ items }) => JSON.stringify(items.map(({ id }) => id)))).size === 1;

/** The id of a parent, in the first parameter of its child list. */
const idOf = (operation: Operation, params: Params): string => params[pathParameters(operation)[0]?.name ?? ''] ?? '';

const contains = (items: readonly JsonRecord[], id: string): boolean => items.some((item) => isSameId(item.id, id));

/** The records and parents of which the list of the record contains the parent. */
function pairsOf(
  operation: Operation,
  inverse: Operation,
  read: { readonly parents: readonly SurveyedParent[]; readonly children: readonly SurveyedParent[] },
): Pair[] {
  return read.parents.flatMap(({ params, items }) => {
    const naming = read.children.filter((child) => contains(child.items, idOf(operation, params)));
    return naming.map((one) => {
      const child = idOf(inverse, one.params);
      return { parent: params, child, isListed: contains(items, child), count: items.length };
    });
  });
}

/**
 * The pairs that still differ when both lists are read again: another client may be changing one of them. Inconclusive if a
 * child list has become longer or shorter meanwhile.
 */
async function stillLacking(
  context: AskContext,
  inverse: Operation,
  pairs: readonly Pair[],
  look: number,
): Promise<Pair[]> {
  const [name = ''] = pathParameters(inverse).map((parameter) => parameter.name);
  const read = (operation: Operation, params: Params) =>
    walk(
      (query) => context.page(query, { operation, params, valid: false, again: `both ways ${look}` }),
      {},
      SURVEY_SIZE,
      PAGES,
    );
  const left: Pair[] = [];
  for (const pair of pairs) {
    const [own, other] = [await read(context.operation, pair.parent), await read(inverse, { [name]: pair.child })];
    if (!own.partial && own.items.length !== pair.count) context.inconclusive('the list changed during the read');
    const isNamed = contains(other.items, idOf(context.operation, pair.parent));
    if (isNamed && !own.partial && !contains(own.items, pair.child)) left.push(pair);
  }
  return left;
}
