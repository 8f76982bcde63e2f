import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import { type AskContext, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord, type Page } from '../../engine/session/page.js';
import { recordIn } from '../../engine/session/record-in.js';
import { isSameId } from '../../engine/session/same-id.js';
import { plural } from '../../numbers/plural.js';
import { sameValue } from './same-value.js';

/** Where the list of applications is longer than a page, fewer names may be those of others by chance. */
const SEVERAL = 3;
/** How often a difference has to show again. */
const LOOKS = 3;

/** A value that a record repeats from an application, and the field of the application that has it. */
interface Copy {
  readonly at: string;
  readonly id: unknown;
  readonly field: string;
  readonly value: unknown;
}

/** A copy that differs from its application. */
interface Difference extends Copy {
  readonly answer: Answer;
  readonly own: string;
}

/** The values that a record repeats from applications. */
type CopiesIn = (item: JsonRecord) => readonly Copy[];

/** The record is an application itself. */
export const ofApplication: CopiesIn = (item) =>
  ['name', 'vendor', 'vendorId'].map((field) => ({ at: `/${field}`, id: item.id, field, value: item[field] }));

/** The record names its application. */
export const byApplication: CopiesIn = ({ applicationId: id, applicationName: value }) => [
  { at: '/applicationName', id, field: 'name', value },
];

/** The details of the record name applications. */
export const inDetails: CopiesIn = ({ details }) =>
  (Array.isArray(details) ? details : [])
    .filter(isRecord)
    .flatMap((detail, index) => byApplication(detail).map((copy) => ({ ...copy, at: `/details/${index}${copy.at}` })));

/** The name and the vendor of an application are the same in its own list as in records that repeat them. */
export function oneApplication(copiesIn: CopiesIn): AskRule {
  return {
    id: 'relations.one-application',
    clause: 'relations.one-application',
    needs: ['records'],
    appliesTo: () => true,
    async ask(context) {
      const pages = await pagesOf(context);
      const { compared, found } = compare(pages, copiesIn);
      if (compared === 0) return reportUnlisted(context, pages, copiesIn);
      let stable = found;
      for (let look = 1; look <= LOOKS && stable.length > 0; look += 1) {
        const again = compare(await pagesOf(context, `one application ${look}`), copiesIn).found;
        stable = again.filter((one) => stable.some((before) => isSameDifference(one, before)));
      }
      reportDifferences(context, stable);
    },
  };
}

/** Reports copies that differ from their applications; `how` says where these were read, if not in their list. */
function reportDifferences(context: AskContext, differences: readonly Difference[], how = ''): void {
  for (const { answer, at, id, field, value, own } of differences) {
    const message = `${at} is ${JSON.stringify(value)}, but ${field} of the application ${String(id)}${how} is ${JSON.stringify(own)}`;
    const expected = JSON.stringify(own);
    context.report(answer, { at: `/items/*${at}`, expected, actual: JSON.stringify(value), message });
  }
}

/** Compares the records with one application that is not on the first page of the list, read by its id. */
async function reportUnlisted(context: AskContext, pages: Pages, copiesIn: CopiesIn): Promise<void> {
  const { page } = pages;
  const named = page.items
    .flatMap(copiesIn)
    .filter(
      ({ id, field, value }) => field === 'name' && typeof value === 'string' && typeof id === 'string' && id !== '',
    );
  const [known] = pairsIn(named, pages);
  const id = String((known?.copy ?? named[0])?.id ?? '');
  const answer = id === '' ? null : await applicationBy(context, id);
  const own = answer === null ? null : recordIn(answer);
  if (own === null) {
    if (reportForeignIds(context, named, { pages, isUnknown: answer?.status === 404 })) return;
    return context.inconclusive('no application of the records is on the first page of Get applications');
  }
  const { compared, found } = compare({ page, applications: [{ ...own, id }] }, copiesIn);
  reportDifferences(context, found, ', read by its id,');
  if (compared === 0) context.inconclusive(`a read of the application ${id} shows nothing that these records repeat`);
}

function applicationBy(context: AskContext, applicationId: string): Promise<Answer | null> {
  const operation = context.world.operation('getApplication');
  return context.attempt(() => context.ask({}, { operation, params: { applicationId } }));
}

/** The copies of names that exactly one application of the list has, with the id of that application. */
function pairsIn(named: readonly Copy[], { applications }: Pages) {
  return named.flatMap((copy) => {
    const own = applications.filter(({ name }) => name === copy.value);
    return own.length === 1 ? [{ copy, own: own[0]?.id }] : [];
  });
}

/**
 * Reports ids of applications that are those of other records: none is of an application, although each name is that of
 * exactly one. Returns whether it did.
 */
function reportForeignIds(
  context: AskContext,
  named: readonly Copy[],
  { pages, isUnknown }: { readonly pages: Pages; readonly isUnknown: boolean },
): boolean {
  const { page, applications } = pages;
  const pairs = pairsIn(named, pages);
  const [first] = pairs;
  // One that is not among all of the list is that of no application, and so is one that Get application does not know.
  const isKnown =
    isUnknown || applications.length < DEFAULT_SIZE || new Set(pairs.map(({ copy }) => copy.value)).size >= SEVERAL;
  if (first === undefined || !isKnown) return false;
  const { copy, own } = first;
  const at = copy.at.replace(/[^/]*$/, copy.at.endsWith('/name') ? 'id' : 'applicationId');
  const message = `${at} is ${String(copy.id)}, and the application ${JSON.stringify(copy.value)} has the id ${String(own)}; none of ${plural(named.length, 'id')} of applications in these records is that of one`;
  context.report(page.answer, { at: `/items/*${at}`, expected: String(own), actual: String(copy.id), message });
  return true;
}

/** The first page of the list, and the records of that of the applications. */
interface Pages {
  readonly page: Page;
  readonly applications: readonly JsonRecord[];
}

async function pagesOf(context: AskContext, again?: string): Promise<Pages> {
  const options = again === undefined ? {} : { again };
  const page = await context.page({}, options);
  const operation = context.world.operation('getApplications');
  const { items: applications } = await context.page({}, { operation, valid: false, ...options });
  return { page, applications };
}

/** Compares the copies on the first page of the list with the first page of the applications. */
function compare({ page: { items, answer }, applications }: Pages, copiesIn: CopiesIn) {
  let compared = 0;
  const found: Difference[] = [];
  for (const copy of items.flatMap(copiesIn)) {
    const own = applications.find(({ id }) => isSameId(id, String(copy.id)))?.[copy.field];
    // Which fields may be null or absent is unspecified.
    if (typeof own !== 'string' || typeof copy.value !== 'string') continue;
    compared += 1;
    if (!sameValue(copy.field, own.normalize(), copy.value.normalize())) found.push({ ...copy, answer, own });
  }
  return { compared, found };
}

function isSameDifference(one: Difference, other: Difference): boolean {
  return one.id === other.id && one.at === other.at && one.value === other.value && one.own === other.own;
}
