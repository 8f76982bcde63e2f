import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { reference, serve } from './subjects.mjs';

/**
 * Runs one tool on the reference, then on every subject. Complaints about the reference do not count elsewhere: a mutant
 * is caught, and a variant accused, if the tool reports something that it does not report for the reference.
 */
export async function compare(tool, subjects, folder, report) {
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
    report({ subject, run, hits });
    runs.push({ ...run, subject, hit: hits.length > 0 });
  }
  return runs;
}

/** Runs a tool in a new folder, so that it reads no report of another run. A tool that breaks down reports nothing. */
async function runOn(tool, command, prepared, subject, folder) {
  const served = await serve(subject);
  const start = performance.now();
  let broken = false;
  try {
    const complaints = await tool.run(command, prepared, served, mkdtempSync(join(folder, 'run-'))).catch((error) => {
      if (subject === reference) throw error;
      broken = true;
      return [];
    });
    return { ms: performance.now() - start, complaints, broken, requests: served.requests.length };
  } finally {
    await served.close();
  }
}
