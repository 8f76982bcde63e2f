#!/usr/bin/env node
import { limitHeapGrowth } from './heap-growth.js';
import { processIo } from './process-io.js';
import { run } from './program.js';

limitHeapGrowth();
process.exitCode = await run(processIo());
