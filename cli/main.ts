#!/usr/bin/env node
import { processIo } from './process-io.js';
import { run } from './program.js';

process.exitCode = await run(processIo());
