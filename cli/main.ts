#!/usr/bin/env node
import { endOnSignals } from './end-on-signals.js';
import { limitHeapGrowth } from './heap-growth.js';
import { exitWhenWritten, watchForEarlyEnd } from './process-end.js';
import { processIo } from './process-io.js';
import { run } from './program.js';

endOnSignals();
limitHeapGrowth({ mayYoungGrow: process.argv[2] === 'serve' });
watchForEarlyEnd();
await exitWhenWritten(await run(processIo()));
