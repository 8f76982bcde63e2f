import type { WriteRule } from '../../../../engine/run/rule.js';
import { isUpdate } from '../../applies.js';
import { sameValue } from '../../same-value.js';
import { brief, differingFields, readUntil } from '../compare.js';
import { settledMs } from '../settled.js';
import { changeMuch } from './changes.js';

/** A flag that may follow from what the user does, whatever an update says. */
const LIVE = 'isOnline';

/** Whether an update is undone by itself: its values were shown, and later the record has its earlier ones again. */
export const lasting: WriteRule = {
  id: 'updates.lasting',
  clause: 'updates.lasting',
  needs: [],
  records: 1,
  long: true,
  appliesTo: isUpdate,
  async write(context) {
    const { record } = context;
    const before = await context.read(record);
    const { changes, answer } = await changeMuch(context, record);
    const { value: shown } = await readUntil(context, record, changes);
    const missing = differingFields(shown, changes);
    const changed = differingFields(before, changes).filter((name) => name !== LIVE && !missing.includes(name));
    if (changed.length === 0) context.inconclusive('no read shows a change by the update (see updates.effect)');
    await context.world.session.pause(settledMs(context));
    // A replica that is behind shows the record as it was before the update.
    const kept = Object.fromEntries(changed.map((name) => [name, changes[name]]));
    const { value: now } = await readUntil(context, record, kept);
    for (const name of differingFields(now, kept).filter((one) => sameValue(one, now[one], before[one]))) {
      const [expected, actual] = [brief(changes[name]), brief(now[name])];
      const message = `${name} was ${expected} after the update, and is ${actual} again, as it was before it`;
      context.report(context.last ?? answer, { at: `/${name}`, expected, actual, message });
    }
  },
};
