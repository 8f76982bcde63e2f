import type { RunReport } from '../../schemas/generated/touchstone.js';
import type { Difference } from './difference.js';
import { observedGaps } from './observed-gaps.js';

/** The readings of each topic that explain what a target returned. */
type Readings = ReadonlyMap<string, readonly string[]>;

/**
 * The gaps in which no single reading explains two implementations: one orders text by code points and another one by
 * letters, or one is linearizable and another one eventual. Only the topics in which they contradict each other are listed.
 */
export function contradictionsOf(reports: readonly RunReport[]): Difference[] {
  return observedGaps(reports, ({ readings }) => readings !== undefined).flatMap(({ clause, operation, observed }) => {
    const own = observed.map(
      (group): Readings => new Map(group.flatMap(({ readings = {} }) => Object.entries(readings))),
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
