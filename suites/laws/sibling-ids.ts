import { sampleSources } from '../../contract/samples.js';
import type { FixtureName, Operation } from '../../contract/types.js';
import type { AskRule } from '../../engine/run/rule.js';
import { type AskContext, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { isSameId, isUuid } from '../../engine/session/same-id.js';
import { pathParameters } from '../../engine/session/world.js';
import { hasPathParameters } from './applies.js';
import { placeOf } from './place-of.js';

/** By the kind of an id: the kinds of records that a target most likely keeps with it, or looks up with the same code. */
const SIBLINGS: Readonly<Partial<Record<FixtureName, readonly FixtureName[]>>> = {
  applicationId: ['subscriptionId', 'userId'],
  userId: ['applicationId'],
  subscriptionId: ['applicationId', 'userId'],
  agreementId: ['contractId'],
  contractId: ['agreementId'],
  agreementTypeId: ['contractTypeId', 'agreementId'],
  contractTypeId: ['agreementTypeId', 'contractId'],
};

const fixtureOf = (operation: Operation): FixtureName | null => pathParameters(operation)[0]?.fixture ?? null;

/** The id of a contract is not that of an agreement: a target that looks up ids of all kinds in one place may return it. */
export const siblingId: AskRule = {
  id: 'errors.sibling-id',
  clause: 'errors.sibling-id',
  needs: ['answer'],
  from: 'standard',
  appliesTo: (operation) =>
    hasPathParameters(operation) && SIBLINGS[fixtureOf(operation) ?? 'insightRuleId'] !== undefined,
  async ask(context) {
    const own = fixtureOf(context.operation);
    const [parameter] = pathParameters(context.operation);
    if (own === null || parameter === undefined) return;
    const known = await idsOf(context, own);
    const tried = await Promise.all((SIBLINGS[own] ?? []).map((sibling) => idOf(context, sibling, known)));
    const found = tried.filter((one) => one.id !== null);
    if (found.length === 0) context.lacksData(tried.map(({ reason }) => reason).join('; '));
    for (const { sibling, id } of found) {
      const answer = await context.ask({}, { params: { ...(await context.params()), [parameter.name]: `${id}` } });
      if (answer.status !== 200 && answer.status < 500) continue;
      if (answer.status === 200 && (await mayBeOwn(context, own, `${id}`)))
        context.inconclusive(`the list of all may contain the ${sibling} ${id}`);
      const message = `a request with the ${sibling} ${id} in place of the ${own} returned ${answer.summary}`;
      context.report(answer, { at: 'status', expected: '400 or 404', actual: answer.summary, message });
    }
  },
};

/** An id of a kind that no record of another kind can have, or why there is none. */
async function idOf(context: AskContext, sibling: FixtureName, known: readonly string[]) {
  const others = await idsOf(context, sibling);
  // Records of both kinds may have the same ids, such as an application and its only subscription.
  if (others.some((id) => known.includes(id)))
    return { sibling, id: null, reason: `some records have the id of a ${sibling}` };
  const id = others[placeOf(context) % Math.max(others.length, 1)] ?? null;
  return { sibling, id, reason: `no ${sibling} in the form of a UUID was found` };
}

/** Whether a record of a kind may have the id: an application and its only subscription may have the same. */
async function mayBeOwn(context: AskContext, own: FixtureName, id: string): Promise<boolean> {
  const source = sampleSources[own];
  const operation = source === null ? null : context.world.operation(source.operation);
  // No operation lists all subscriptions.
  if (operation === null || source === null || hasPathParameters(operation)) return false;
  const list = await context.attempt(() => context.walkUnmoved(DEFAULT_SIZE, { operation, params: {} }));
  return list === null || list.partial || list.items.some((item) => isSameId(item[source.field], id));
}

/** The ids of a kind that the run knows: samples, and the first page of the list that contains them. */
async function idsOf(context: AskContext, fixture: FixtureName): Promise<readonly string[]> {
  const source = sampleSources[fixture];
  const samples = (await context.attempt(() => context.world.samples(fixture))) ?? [];
  const list = source === null ? null : context.world.operation(source.operation);
  const page = list === null ? null : await context.attempt(() => context.page({}, { operation: list }));
  const listed = page?.items.map((item) => item[source?.field ?? 'id']) ?? [];
  const ids = [...samples, ...listed].filter((id) => typeof id === 'string').map((id) => id.toLowerCase());
  return [...new Set(ids)].filter(isUuid);
}
