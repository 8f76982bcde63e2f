import type { WriteRule } from '../../../../engine/run/rule.js';
import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { isUpdate } from '../../applies.js';
import { type Expected, isSuccess } from '../compare.js';
import { otherFlags, otherReferences, otherTexts, updateAgain } from './changes.js';
import { reportEffect, reportRefusal } from './effect.js';
import { references } from './references.js';

/**
 * Changes of a record, each of one member beside the ones before it. Only the AI categories change as a pair first, since a
 * target may accept some pairs alone, and then the subcategory within its category.
 */
async function steps(context: WriteContext): Promise<Expected[]> {
  const { record } = context;
  const { aiCategory, aiSubcategory, ...others } = await otherReferences(context, record);
  const single = Object.entries({ ...otherFlags(context, record), ...otherTexts(context), ...others })
    .filter(([name]) => !record.fixed.includes(name))
    .map(([name, value]) => ({ [name]: value }));
  if (aiCategory === undefined) return single;
  const { ai } = await references(context);
  const [two] = ai.flatMap((first) =>
    ai
      .filter((other) => other.aiCategory === first.aiCategory && other.aiSubcategory !== first.aiSubcategory)
      .map(({ aiSubcategory: second }) => [first, { aiSubcategory: second }]),
  );
  return [...single, ...(two ?? [{ aiCategory, aiSubcategory }])];
}

/** Other checks change many members at once: a target may apply one of them only together with another. */
export const eachMember: WriteRule = {
  id: 'updates.each-member',
  clause: 'updates.effect',
  needs: [],
  records: 1,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    let applied: Expected = {};
    for (const step of await steps(context)) {
      const changes = { ...applied, ...step };
      const answer = await updateAgain(context, record, changes);
      // When a target rejects an update is unspecified: a rule of its own may exclude this combination.
      if (answer.status === 400) continue;
      if (!isSuccess(answer)) return reportRefusal(context, { changes, answer });
      applied = changes;
      await reportEffect(context, record, { changes, answer });
      if (context.evidence.length > 0) return;
    }
    if (Object.keys(applied).length === 0) context.inconclusive('each update was rejected (see updates.effect)');
  },
};
