import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { reference, serve } from './subjects.mjs';

/**
 * Runs one tool on the reference, then on every subject. What it holds against the reference is not counted elsewhere:
 * a mutant is caught, and a variant accused, where the tool holds something against it that it does not hold against
 * the reference.
 */
export async function compare(tool, subjects, folder, tell) {
  const command = await tool.install();
  const served = await serve(reference);
  const prepared = await tool.prepare(served, folder, command).finally(served.close);
  const { catches = () => true } = tool;
  const runs = [];
  const usual = new Set();
  for (const subject of [reference, ...subjects]) {
    const run = await runOn(tool, command, prepared, subject, folder);
    const beyond = run.complaints.filter((complaint) => !usual.has(complaint));
    if (subject === reference) for (const complaint of run.complaints) usual.add(complaint);
    const hits = subject.mutant ? beyond.filter((complaint) => catches(subject.mutant, complaint)) : beyond;
    tell({ subject, run, hits });
    runs.push({ ...run, subject, hit: hits.length > 0 });
  }
  return runs;
}

/** One run in a folder of its own, so that no report of another is read. A tool that breaks down has told its user so. */
async function runOn(tool, command, prepared, subject, folder) {
  const served = await serve(subject);
  const start = performance.now();
  try {
    const complaints = await tool.run(command, prepared, served, mkdtempSync(join(folder, 'run-'))).catch((error) => {
      if (subject === reference) throw error;
      return [`it breaks down: ${error.message}`];
    });
    return { ms: performance.now() - start, complaints, requests: served.requests.length };
  } finally {
    await served.close();
  }
}
