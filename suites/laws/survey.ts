import type { AskContext } from '../../engine/session/ask-context.js';
import type { SurveyedParent } from '../../engine/session/parent-survey.js';
import { sameJson } from '../../engine/session/validation.js';
import type { Params } from '../../engine/session/world.js';

/** How many parents' children are counted, one bound after the other. */
const BOUNDS = [6, 18];

/** How many parents of a child list are read anyway, for the rules that compare it with its reverse. */
export const READ_ANYWAY = 14;

/** Whether a parent is another one than that with these parameters. */
export const isOtherThan =
  (own: Params) =>
  ({ params }: SurveyedParent): boolean =>
    !sameJson(params, own);

/** The first parents of the child list of a check, few if these are enough. */
export async function survey(
  context: AskContext,
  isEnough: (parents: readonly SurveyedParent[]) => boolean,
): Promise<readonly SurveyedParent[]> {
  let parents: readonly SurveyedParent[] = [];
  for (const bound of BOUNDS.slice(0, context.upTo(BOUNDS.length, 1))) {
    parents = await context.world.parents(context.operation, bound);
    if (isEnough(parents)) break;
  }
  return parents;
}
