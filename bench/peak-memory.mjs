// Preloaded into the measured process. On exit, writes its maximum resident set size in bytes to a file.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  writeFileSync(process.env.BENCH_PEAK_FILE, String(process.resourceUsage().maxRSS * 1024));
});
