import { operations } from '../contract/operations/index.js';
import { recordKinds, removal } from '../contract/record-kinds.js';
import { sampleSources } from '../contract/samples.js';
import type { Interface } from '../engine/session/world.js';

/** The interface as the engine is told of it. */
export const described: Interface = { operations, samples: sampleSources, kinds: recordKinds, removal };
