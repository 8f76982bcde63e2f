import type { WriteRule } from '../../../../engine/run/rule.js';
import { differing } from '../../../../engine/session/differing.js';
import { identity, type JsonRecord } from '../../../../engine/session/page.js';
import { firstRecords, listedRecords } from '../../../../engine/writes/listed-records.js';
import { plural } from '../../../../numbers/plural.js';
import { isUpdate } from '../../applies.js';
import { sameValue } from '../../same-value.js';
import { brief, isRecomputed } from '../compare.js';
import { leftAlone } from '../lost-fields.js';

const FIELD = 'riskScore';
/** Another client may change one score. */
const ALIKE = 2;

interface Scored {
  readonly before: JsonRecord;
  readonly now: JsonRecord;
}

const isOther = ({ before, now }: Scored): boolean =>
  differing(before, now, [FIELD], sameValue).length > 0 && isRecomputed(FIELD, now);

/**
 * Scores that are other ones once all records are restored, of those alone that the run has written to. A target may compute them from
 * what a write sets, so it is a warning; updates.other-fields reports a score that a write takes away.
 */
export const riskScore: WriteRule = {
  id: 'updates.risk-score',
  clause: 'updates.risk-score',
  needs: [],
  last: true,
  appliesTo: (operation) => isUpdate(operation) && operation.area === 'applications',
  async write(context) {
    const { kind, world } = context;
    const { answer, items } = await listedRecords(world, kind);
    const scored = (records: readonly JsonRecord[]) =>
      records.flatMap((before): Scored[] => {
        const now = items.get(String(before.id));
        return now === undefined || before[FIELD] === undefined ? [] : [{ before, now }];
      });
    const first = await firstRecords(world, kind);
    const written = scored(first.filter((one) => context.hasNamed(kind.id, identity(one))));
    const others = scored(await leftAlone(context));
    if (written.length < ALIKE || others.length === 0)
      return context.inconclusive('too few applications with a riskScore were written to, or none was left alone');
    const changed = written.filter(isOther);
    const [shown] = changed;
    if (shown === undefined || changed.length < ALIKE) return;
    if (others.some(isOther)) return context.inconclusive('scores change without a write');
    const [was, is] = [brief(shown.before[FIELD]), brief(shown.now[FIELD])];
    const message = `${FIELD} of ${plural(changed.length, 'application')} is another one than before the writes that were undone, first ${was} and now ${is}`;
    context.report(answer, { at: `/items/*/${FIELD}`, expected: was, actual: is, message });
  },
};
