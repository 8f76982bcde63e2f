import type { RunReport } from '../../schemas/generated/touchstone.js';
import { groupBy } from '../group-by.js';

type Observation = RunReport['observations'][number];

/** What each of some implementations does in a gap, in the order of their reports. */
interface ObservedGap {
  readonly clause: string;
  readonly operation: string;
  readonly observed: readonly (readonly Observation[])[];
}

/** The observations that fit, by gap and implementation. */
export function observedGaps(reports: readonly RunReport[], fits: (one: Observation) => boolean): ObservedGap[] {
  const groups = reports.map(({ observations }) =>
    groupBy(observations.filter(fits), ({ clause, operation }) => `${clause} ${operation}`),
  );
  return [...new Set(groups.flatMap((group) => [...group.keys()]))].map((key) => {
    const [clause = '', operation = ''] = key.split(' ');
    return { clause, operation, observed: groups.map((group) => group.get(key) ?? []) };
  });
}
