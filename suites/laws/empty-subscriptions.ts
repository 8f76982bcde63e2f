import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord } from '../../engine/session/page.js';
import type { SurveyedParent } from '../../engine/session/parent-survey.js';
import { isSameId } from '../../engine/session/same-id.js';
import { pathParameters } from '../../engine/session/world.js';
import { READ_ANYWAY } from './survey.js';

/** So many licenses with the id of a subscription that has users are no chance. */
const ENOUGH = 2;
/** The maximum number of licenses whose subscriptions are read. */
const READ = 3;

/** The only path parameter of a list of a subscription; `null` for other operations. */
function parameterOf(operation: AskContext['operation']): string | null {
  const [parameter, ...others] = pathParameters(operation);
  return parameter?.fixture === 'subscriptionId' && others.length === 0 ? parameter.name : null;
}

/**
 * The lists of subscriptions whose licenses have no assigned users. No user has such a subscription, and that a license has
 * the id of its subscription is not stated: there are none, unless several licenses with users do.
 */
export async function unassigned(context: AskContext): Promise<readonly SurveyedParent[]> {
  const name = parameterOf(context.operation);
  if (name === null || context.allowance.sparing) return [];
  const applications = await context.page({}, { operation: context.world.operation('getApplications'), params: {} });
  const licenses = applications.items
    .flatMap(({ licenses: own }) => (Array.isArray(own) ? own.filter(isRecord) : []))
    .flatMap(({ id, assigned }) => (typeof id === 'string' && id !== '' ? [{ id, assigned }] : []));
  const known = await context.world.parents(context.operation, READ_ANYWAY);
  const isOf = ({ params }: SurveyedParent, id: string) => isSameId(params[name], id);
  const filled = known.filter(
    (one) => (one.count ?? 0) > 0 && licenses.some(({ id, assigned }) => assigned !== 0 && isOf(one, id)),
  );
  if (filled.length < ENOUGH) return [];
  const empty = licenses.filter(({ id, assigned }) => assigned === 0 && !known.some((one) => isOf(one, id)));
  const ids = [...new Set(empty.map(({ id }) => id))].slice(0, READ);
  return context.world.surveyed(
    context.operation,
    ids.map((id) => ({ [name]: id })),
  );
}

/** Whether a target treats a list as that of no subscription, or fails: the caller may not be allowed to read it. */
const isError = ({ status }: { readonly status: number }): boolean => status === 400 || status === 404 || status >= 500;

/** A subscription without users has lists without items, as any other parent without children. */
export const emptySubscription: AskRule = {
  id: 'relations.empty-subscription',
  clause: 'relations.empty-subscription',
  from: 'standard',
  needs: [],
  appliesTo: (operation) => parameterOf(operation) !== null,
  async ask(context) {
    const lists = await unassigned(context);
    if (lists.length === 0)
      context.lacksData('no license without assigned users has the id of a subscription, or no subscription has users');
    for (const { params } of lists.filter(isError).slice(0, 1)) {
      const answer = await context.ask({}, { params, again: 'unassigned' });
      if (!isError(answer)) continue;
      const message = `the list of a subscription whose license has no assigned users returned ${answer.summary}, but those of other licenses returned 200`;
      context.report(answer, { at: 'status', expected: '200, with an empty list', actual: answer.summary, message });
    }
  },
};
