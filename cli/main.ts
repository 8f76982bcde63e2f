#!/usr/bin/env node
import { endOnSignals } from './end-on-signals.js';
import { limitHeapGrowth } from './heap-growth.js';
import { exitWhenWritten, watchForEarlyEnd } from './process-end.js';
import { processIo } from './process-io.js';
import { run } from './program.js';

endOnSignals();
const [command] = process.argv.slice(2);
// The proof is many runs at once, of which none is measured: most of what a larger heap saves is time.
if (command !== 'prove') limitHeapGrowth({ mayYoungGrow: command === 'serve' });
watchForEarlyEnd();
await exitWhenWritten(await run(processIo()));
