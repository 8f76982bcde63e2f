import { pick, type Random } from './random.js';

/** A user as the simulated target holds it. */
export interface SimulatedUser {
  readonly id: string;
  readonly username: string;
  readonly isOnline: boolean;
  readonly isInReview: boolean;
  readonly isQualified: boolean;
}

export type FlagName = 'isOnline' | 'isInReview' | 'isQualified';

/** What a target does that the document forbids, and that leaves records changed if the run does not restore them. */
export const DEFECTS = [
  'an update toggles a flag that is true',
  'an update stores a flag as it was',
  'an update turns a flag off',
  'an update reaches the next user',
  'an update reaches all users',
  'an update is rejected and stored',
  'a bulk update ignores its filter',
  'a bulk update reaches all users',
  'a bulk update reaches one user more',
  'a bulk update toggles flags that are true',
  'a bulk update changes records after its task is Complete',
  'a bulk update without ids is rejected and carried out',
  'a task never becomes Complete',
  'the status of a task is a number',
  'a task that runs is answered with 500',
  'every task is answered with 500',
] as const;

/** What a target does where the document leaves it open, or where a request is not one that it describes. */
export interface Choices {
  readonly users: number;
  /** Longest time that a request takes each way, in milliseconds. */
  readonly latencyMs: number;
  /** Shortest and longest time that a task takes, in milliseconds. */
  readonly taskMs: readonly [number, number];
  /** How long a task takes that is started in the first minute, if that differs, in milliseconds. */
  readonly taskMsAtFirst?: number;
  /** How long a read goes on to show a record as it was before a change, in milliseconds. */
  readonly lagMs: number;
  /** How long a task cannot be read after it was started, in milliseconds. */
  readonly taskUnknownMs: number;
  readonly oneBulkAtATime: boolean;
  /** How a scope that is none of the known ones is read. */
  readonly oddScope: 'refused' | 'listed' | 'all' | 'none';
  /** How ids that are missing, empty, or no list are read. */
  readonly oddIds: 'refused' | 'all' | 'none';
  /** How a flag that is no boolean is read. */
  readonly oddFlag: 'refused' | 'false' | 'truthy';
  /** How a body that is no JSON object is read. */
  readonly oddBody: 'refused' | 'all-off';
  /** Whether an update that changes nothing is rejected. */
  readonly refusesNoChange: boolean;
  /** Statuses that tasks go through before `Complete`. */
  readonly states: readonly string[];
  /** The last status of a task with ids that do not exist; by default `Complete`. */
  readonly partialStatus?: string;
  readonly defect?: (typeof DEFECTS)[number];
}

/** A target that rejects each request that the document does not describe. */
export const STRICT = { oddScope: 'refused', oddIds: 'refused', oddFlag: 'refused', oddBody: 'refused' } as const;

/** A set of choices, drawn at random. */
export function choicesOf(random: Random): Choices {
  const shortest = pick(random, [0, 20, 200]);
  return {
    users: pick(random, [12, 40, 130]),
    latencyMs: pick(random, [0, 5, 60]),
    taskMs: [shortest, shortest + pick(random, [0, 100, 1500])],
    lagMs: pick(random, [0, 0, 40, 900]),
    taskUnknownMs: pick(random, [0, 0, 120]),
    oneBulkAtATime: random() < 0.25,
    oddScope: pick(random, ['refused', 'listed', 'all', 'none']),
    oddIds: pick(random, ['refused', 'all', 'none']),
    oddFlag: pick(random, ['refused', 'false', 'truthy']),
    oddBody: pick(random, ['refused', 'all-off']),
    states: pick(random, [['Running'], ['Queued', 'Running'], []]),
    refusesNoChange: random() < 0.25,
  };
}
