import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity } from '../../engine/session/page.js';
import { SURVEY_SIZE, type SurveyedParent } from '../../engine/session/parent-survey.js';
import { isSameId } from '../../engine/session/same-id.js';
import { sameJson } from '../../engine/session/validation.js';

/** The number of users whose sources are compared. */
const USERS = 6;
/** Fewer users may have the same sources by accident, and fewer sources may be those of all users of a tenant. */
const ENOUGH = 3;
const MANY = 10;

/** Whether the list of users shows that they were found in different ways. */
async function areFoundOtherwise(context: AskContext, users: readonly SurveyedParent[]): Promise<boolean> {
  const { items } = await context.walk(SURVEY_SIZE, {}, { operation: context.world.operation('getUsers'), params: {} });
  const found = users.flatMap(({ params }) => items.filter(({ id }) => isSameId(id, params.userId ?? '')));
  const ways = found.map(({ discoveryTypes }) => JSON.stringify(Object.values(discoveryTypes ?? {}).toSorted()));
  return new Set(ways).size > 1;
}

export const ownSources: AskRule = {
  id: 'relations.own-sources',
  clause: 'relations.own-sources',
  needs: ['records'],
  appliesTo: () => true,
  async ask(context) {
    const users = await context.world.parents(context.operation, USERS);
    if (users.length < ENOUGH) return context.lacksData('the sources of fewer than three users can be read');
    const [first, ...others] = users;
    const count = first?.count ?? 0;
    if (first === undefined || others.some((one) => one.count !== count)) return;
    const read = (params: typeof first.params) => context.walk(SURVEY_SIZE, {}, { params });
    const lists = await Promise.all(users.map(({ params }) => read(params)));
    const [own] = lists;
    const page = own?.pages[0];
    if (own === undefined || page === undefined) return;
    const ids = own.items.map(identity).toSorted();
    if (lists.some(({ items }) => !sameJson(items.map(identity).toSorted(), ids))) return;
    if (count < MANY) return context.lacksData(`all users that were read have the same ${count} sources`);
    if (!(await areFoundOtherwise(context, users))) return context.inconclusive('each source may have found all users');
    const message = `each of ${users.length} users has the same ${count} discovery sources`;
    context.report(page.answer, {
      at: '/items',
      expected: 'the sources of the requested user',
      actual: message,
      message,
    });
  },
};
