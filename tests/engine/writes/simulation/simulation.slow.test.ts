import { range, testRestoresEverything } from './restores-everything.js';

/** More of them explore more orders: `TOUCHSTONE_SIMULATIONS=1000 npx vitest run tests/engine/writes/simulation`. */
const SEEDS = Number(process.env.TOUCHSTONE_SIMULATIONS ?? 12);

testRestoresEverything(range(2, Math.max(SEEDS, 2)));
