import { operations } from '../contract/operations/index.js';
import { recordKinds, removal } from '../contract/record-kinds.js';
import { sampleSources } from '../contract/samples.js';
import type { Interface } from '../engine/session/world.js';

/** The description of the interface for the engine. */
export const described: Interface = { operations, samples: sampleSources, kinds: recordKinds, removal };
