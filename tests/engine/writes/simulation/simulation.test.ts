import { range, testRestoresEverything } from './restores-everything.js';

testRestoresEverything(range(1, 12));
