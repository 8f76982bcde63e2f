// Preloaded into what is measured: says on exit how much memory the process held at most, in bytes, in a file.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  writeFileSync(process.env.BENCH_PEAK_FILE, String(process.resourceUsage().maxRSS * 1024));
});
