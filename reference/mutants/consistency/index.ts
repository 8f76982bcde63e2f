import type { Mutant } from '../mutant.js';
import { lostUpdates, moreLostUpdates } from './lost-updates.js';
import { moreTasksAndRefusals, tasksAndRefusals } from './tasks-and-refusals.js';
import { moreTornRecords, tornRecords } from './torn-records.js';

/** The faults of concurrent requests in the proof. */
export const consistency: readonly Mutant[] = [...lostUpdates, ...tornRecords, ...tasksAndRefusals];

/** More faults of concurrent requests: each takes about as long as all checks of many other mutants. */
export const moreConsistency: readonly Mutant[] = [...moreLostUpdates, ...moreTornRecords, ...moreTasksAndRefusals];
