import type { RunReport } from '../../schemas/generated/touchstone.js';
import { groupBy } from '../group-by.js';
import type { Difference } from './difference.js';

/** The readings of each topic that explain what a target returned. */
type Readings = ReadonlyMap<string, readonly string[]>;

/**
 * The gaps in which no single reading explains two implementations: one orders text by code points and another one by
 * letters, or one is linearizable and another one eventual. Only the topics in which they contradict each other are listed.
 */
export function contradictionsOf(reports: readonly RunReport[]): Difference[] {
  const observed = reports.map(({ observations }) =>
    groupBy(
      observations.filter(({ readings }) => readings !== undefined),
      ({ clause, operation }) => `${clause} ${operation}`,
    ),
  );
  const keys = [...new Set(observed.flatMap((group) => [...group.keys()]))];
  return keys.flatMap((key) => {
    const [clause = '', operation = ''] = key.split(' ');
    const own = observed.map(
      (group): Readings => new Map((group.get(key) ?? []).flatMap(({ readings = {} }) => Object.entries(readings))),
    );
    const topics = [...new Set(own.flatMap((readings) => [...readings.keys()]))].filter((topic) =>
      isContradicted(topic, own),
    );
    if (topics.length === 0) return [];
    const values = own.map((readings) =>
      topics.flatMap((topic) => (readings.has(topic) ? [`${topic}: ${readings.get(topic)?.join(' or ')}`] : [])),
    );
    return [{ clause, operation, values }];
  });
}

/** Whether two implementations have no reading of a topic in common. */
function isContradicted(topic: string, own: readonly Readings[]): boolean {
  const observed = own.flatMap((readings) => {
    const names = readings.get(topic);
    return names === undefined ? [] : [names];
  });
  return observed.some((names, index) =>
    observed.slice(index + 1).some((others) => !names.some((name) => others.includes(name))),
  );
}
