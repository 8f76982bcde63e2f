import { onTestFinished } from 'vitest';
import { createReference, generateTenant, type Hook, type Reference } from '../../reference/index.js';

const tenant = generateTenant({
  seed: 5,
  sizes: { applications: 40, users: 30, subscriptions: 3, agreements: 2, contracts: 2 },
});

/** All that a tenant holds of what writes can change, byte for byte. */
export function dump({ tenant: { applications, users, assignmentsOfSubscriptions } }: Reference): string {
  return JSON.stringify([applications.records, users.records, assignmentsOfSubscriptions]);
}

/** The records that differ between two dumps, each as it was and as it is. */
export function differences(before: string, after: string): unknown[] {
  if (before === after) return [];
  const [was, is] = [before, after].map((text) => JSON.parse(text).flat()) as [unknown[], unknown[]];
  const all = was.map((one, index) => [JSON.stringify(one), JSON.stringify(is[index])]);
  return [before.length, after.length, ...all.filter(([one, other]) => one !== other)];
}

/** A reference that reports every write: before it is applied if `early`, otherwise after. */
export async function writingTarget(early: () => boolean = () => false) {
  let onWrite = (): void => undefined;
  const telling: Hook = (steps) => ({
    write(context) {
      const before = early();
      if (before) onWrite();
      try {
        return steps.write(context);
      } finally {
        if (!before) onWrite();
      }
    },
  });
  const reference = createReference({ tenant, taskDurationMs: 40, hooks: [telling] });
  const { url } = await reference.listen();
  onTestFinished(() => reference.close());
  return {
    reference,
    url,
    listen: (listener: () => void) => {
      onWrite = listener;
    },
  };
}

export type WritingTarget = Awaited<ReturnType<typeof writingTarget>>;
