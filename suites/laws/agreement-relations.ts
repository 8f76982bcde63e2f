import type { Operation } from '../../contract/types.js';
import { recordsOf } from '../../engine/run/judge-state.js';
import type { AskRule, JudgeRule } from '../../engine/run/rule.js';
import { assertUsable } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord, type Walk } from '../../engine/session/page.js';
import { SURVEY_SIZE } from '../../engine/session/parent-survey.js';
import { isSameId } from '../../engine/session/same-id.js';
import { isListBody } from '../../engine/session/session.js';
import { describeProblem } from '../../engine/session/validation.js';
import { plural } from '../../numbers/plural.js';
import { isAgreementArea, isList, isRead } from './applies.js';
import { fieldsOf } from './fields.js';
import { linkPaths } from './link-paths.js';
import { isOtherThan, survey } from './survey.js';

/** The maximum number of links and of types to follow. */
const FOLLOWED = 5;
/** With so many periods, all of them are backwards by no mistake in one. */
const SEVERAL = 3;
const MEMBERS = ['href', 'rel', 'method'];
/** Dates that stand for no date: the first and last years of common date types. */
const SENTINEL = /^(?:0001|1900|2099|9999)-/;

const carriesLinks = (operation: Parameters<JudgeRule['appliesTo']>[0]): boolean =>
  isRead(operation) && isAgreementArea(operation);

export const links: JudgeRule = {
  id: 'relations.links',
  clause: 'relations.links',
  needs: ['answer'],
  appliesTo: carriesLinks,
  judge({ operation, body, problems }, report) {
    for (const problem of problems.filter(({ kind }) => kind === 'links')) {
      const { pointer, expected, actual } = problem;
      report({ at: pointer, expected, actual: JSON.stringify(actual), message: describeProblem(problem) });
    }
    const own = isRecord(body) ? body._links : null;
    // A list has its links; those of a record are a field, and the document does not require fields to be present.
    if (own === undefined) return isList(operation);
    return own !== null && (!Array.isArray(own) || own.length > 0);
  },
};

export const linkMembers: JudgeRule = {
  id: 'relations.link-members',
  clause: 'relations.link-members',
  needs: ['answer'],
  appliesTo: carriesLinks,
  judge({ body }, report) {
    const own = isRecord(body) && Array.isArray(body._links) ? body._links : [];
    // Which members may be null is unspecified, but a link leads nowhere without an href that the others have.
    const haveHref = own.some((link) => isRecord(link) && typeof link.href === 'string');
    own.forEach((link, index) => {
      const isMissing = (name: string) =>
        isRecord(link) && (link[name] === undefined || (name === 'href' && haveHref && link.href === null));
      for (const member of MEMBERS.filter(isMissing)) {
        const actual = isRecord(link) ? link[member] : undefined;
        report({ at: `/_links/${index}/${member}`, expected: 'a string', actual, message: `a link has no ${member}` });
      }
    });
    return own.some(isRecord);
  },
};

export const linksFollowed: AskRule = {
  id: 'relations.links-followed',
  clause: 'relations.links-followed',
  needs: ['answer'],
  appliesTo: carriesLinks,
  async ask(context) {
    const body = await context.body();
    const records = isList(context.operation) ? recordsOf(context.operation, body) : [];
    // The links of a list, and one of its records.
    const hrefs = [...linksIn(body, '').slice(0, FOLLOWED), ...linksIn(records[0], '/items/0').slice(0, 1)];
    const distinct = hrefs.filter(({ href }, index) => hrefs.findIndex((one) => one.href === href) === index);
    const reachable = distinct.flatMap((one) => {
      const paths = linkPaths(context.target, one.href);
      return paths.length === 0 ? [] : [{ ...one, paths }];
    });
    if (reachable.length === 0) context.inconclusive('no link with the method GET points to the target');
    for (const { href, at, isSelf, paths } of reachable) {
      const answers = await Promise.all(paths.map((path) => context.world.session.follow(context.operation, path)));
      const found = answers.filter(({ status }) => status === 200);
      const [other] = found;
      if (isSelf && other !== undefined && found.every(({ value }) => isOther(context.operation, body, value))) {
        const message = `the self link ${href} leads to other records`;
        context.report(other, { at, expected: 'a link to the same records', actual: href, message });
      }
      if (found.length > 0) continue;
      const answer = answers.find(({ failure }) => failure === null);
      if (answer === undefined) return context.inconclusive('the target did not respond');
      assertUsable(answer);
      // Each operation of the area may return 403: that says nothing about the link.
      if (answer.status === 403) context.inconclusive('the target returns 403 for a link');
      const message = `the link ${href} returned ${answer.summary}`;
      context.report(answer, {
        at,
        expected: 'a link that returns 200',
        actual: href,
        message,
      });
    }
  },
};

/** The links of a body or a record with the method GET that are no templates, with their places. */
function linksIn(
  owner: unknown,
  place: string,
): { readonly href: string; readonly at: string; readonly isSelf: boolean }[] {
  const links = isRecord(owner) && Array.isArray(owner._links) ? owner._links : [];
  return links.flatMap((link, index) =>
    isRecord(link) && typeof link.href === 'string' && isGet(link) && !link.href.includes('{')
      ? [{ href: link.href, at: `${place}/_links/${index}/href`, isSelf: link.rel === 'self' && place === '' }]
      : [],
  );
}

/** Whether the response to a read of one record shows a list, or two responses show records with ids, and none in common. */
function isOther(operation: Operation, own: unknown, other: unknown): boolean {
  if (!isList(operation) && isListBody(other)) return true;
  const idsOf = (body: unknown) =>
    recordsOf(operation, body).flatMap((record) =>
      isRecord(record) && typeof record.id === 'string' ? [record.id] : [],
    );
  const [ids, others] = [idsOf(own), idsOf(other)];
  return ids.length > 0 && others.length > 0 && !ids.some((id) => others.some((one) => isSameId(id, one)));
}

const isGet = ({ method }: JsonRecord): boolean => String(method).toUpperCase() === 'GET';

/** The begins and ends of periods, in milliseconds, without those that lack one. */
function spansOf(periods: readonly JsonRecord[]): { readonly from: number; readonly to: number }[] {
  return periods.flatMap(({ validFrom, validTo }) => {
    const [from, to] = [Date.parse(String(validFrom)), Date.parse(String(validTo))];
    return Number.isNaN(from) || Number.isNaN(to) ? [] : [{ from, to }];
  });
}

/** A single period that ends before it begins may be a mistake in the data, or have a placeholder date; all of them cannot. */
export const periodsBackwards: AskRule = {
  id: 'relations.periods-backwards',
  clause: 'relations.periods-backwards',
  needs: ['records'],
  appliesTo: (operation) => isRead(operation) && operation.success.item === 'period',
  async ask(context) {
    const own = await context.params();
    const others = (await survey(context, () => true)).filter(({ count }) => (count ?? 0) > 0).filter(isOtherThan(own));
    const walks: Walk[] = [];
    for (const params of [own, ...others.map((one) => one.params)])
      walks.push(await context.walk(SURVEY_SIZE, {}, { params }));
    if (new Set(walks.map(({ items }) => JSON.stringify(items))).size < 2)
      context.lacksData('no two agreements or contracts with different periods were read');
    const hasDates = ({ validFrom, validTo }: JsonRecord) =>
      ![validFrom, validTo].some((date) => SENTINEL.test(String(date)));
    const spans = walks.flatMap(({ items }) => spansOf(items.filter(hasDates)));
    if (spans.length < SEVERAL) context.lacksData(`fewer than ${SEVERAL} periods have both dates`);
    const isSpan = (item: JsonRecord) => hasDates(item) && spansOf([item]).length > 0;
    const page = walks.flatMap(({ pages }) => pages).find(({ items }) => items.some(isSpan));
    if (page === undefined || spans.some(({ from, to }) => from <= to)) return;
    const index = page.items.findIndex(isSpan);
    const { validFrom, validTo } = page.items[index] ?? {};
    const message = `each of ${spans.length} periods ends before it begins, such as that from ${validFrom} to ${validTo}`;
    context.report(page.answer, {
      at: `/items/${index}`,
      expected: 'validFrom before validTo',
      actual: `${validFrom}`,
      message,
    });
  },
};

export const periodOrder: AskRule = {
  id: 'relations.period-order',
  clause: 'relations.period-order',
  needs: ['records'],
  appliesTo: (operation) => isRead(operation) && operation.success.item === 'period',
  async ask(context) {
    const { items, pages } = await context.collection();
    const spans = spansOf(items);
    const [page] = pages;
    if (spans.length === 0 || page === undefined) return context.inconclusive('no period has both dates');
    const backwards = spans.filter(({ from, to }) => from > to).length;
    const sentinels = [...new Set(items.flatMap(({ validFrom, validTo }) => [validFrom, validTo]))].filter((date) =>
      SENTINEL.test(String(date)),
    );
    const words = [
      `${backwards} of ${plural(spans.length, 'period')} ${backwards === 1 ? 'ends before it begins' : 'end before they begin'}`,
    ];
    if (sentinels.length > 0) words.push(`placeholder dates: ${sentinels.join(', ')}`);
    context.observe(page.answer, words.join('; '));
  },
};

/**
 * A warning: the document does not rule out that a type was deleted, or that the caller may not see it. A client that
 * looks up the type of the record gets a 400 or a 404 all the same.
 */
export const typeKnown: AskRule = {
  id: 'relations.type-known',
  clause: 'relations.type-known',
  needs: ['records'],
  appliesTo: (operation) => isRead(operation) && isAgreementArea(operation) && fieldsOf(operation).typeId !== undefined,
  async ask(context) {
    const kind = context.operation.success.schema?.startsWith('agreement') ? 'Agreement' : 'Contract';
    const known = (await context.walk(100, {}, { operation: context.world.operation(`get${kind}Types`) })).items;
    const ids = new Set(known.map(({ id }) => String(id).toLowerCase()));
    const records = recordsOf(context.operation, await context.body()).filter(isRecord);
    const typeIds = [...new Set(records.map(({ typeId }) => typeId))].filter(
      (id) => typeof id === 'string' && /[^0-]/.test(id),
    );
    if (typeIds.length === 0) context.inconclusive('no record has a typeId');
    const strange = (typeIds as string[]).filter((id) => !ids.has(id.toLowerCase())).slice(0, FOLLOWED);
    for (const id of strange) {
      const answer = await context.ask({}, { operation: context.world.operation(`get${kind}Type`), params: { id } });
      if (answer.status !== 400 && answer.status !== 404) continue;
      const at = records.findIndex(({ typeId }) => typeId === id);
      const where = context.operation.success.item === undefined ? '/typeId' : `/items/${at}/typeId`;
      const message = `the type ${id} is not in the list of types, and a read of it returned ${answer.summary}`;
      context.report(await context.world.plain(context.operation), {
        at: where,
        expected: 'the id of an existing type',
        actual: id,
        message,
      });
    }
  },
};

/** The rules of the agreement area that compare responses with each other. */
export const agreementRelations = [links, linkMembers, linksFollowed, periodsBackwards, periodOrder, typeKnown];
