// Preloaded into the measured process. On exit, writes its maximum resident set size in bytes to a file, and its CPU time
// in ms to another one if there is one.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(process.env.BENCH_PEAK_FILE, String(maxRSS * 1024));
  if (process.env.BENCH_CPU_FILE)
    writeFileSync(process.env.BENCH_CPU_FILE, String((userCPUTime + systemCPUTime) / 1000));
});
