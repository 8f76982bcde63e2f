import { range, testRestoresEverything } from './restores-everything.js';

// The other seeds are in simulation.slow.test.ts.
testRestoresEverything(range(1, 1));
