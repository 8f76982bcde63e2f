import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Hook, ReferenceOptions } from '../../reference/index.js';
import { createReference } from '../../reference/index.js';

export const ROOT = join(import.meta.dirname, '..', '..');
export const MAIN = join(ROOT, 'dist', 'cli', 'main.js');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Given {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Is called when the process has started, to act on it. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
  /** Is called with all of stderr so far, whenever some of it comes, to act on the process. */
  readonly onStderr?: (stderr: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs a program in a world without TOUCHSTONE_ variables, and waits until it ends. */
export function runProgram(program: string, argv: readonly string[], given: Given = {}): Promise<Ended> {
  const { env = {}, cwd = emptyFolder(), onStart, onStderr } = given;
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TOUCHSTONE_|NO_COLOR|FORCE_COLOR)/.test(name));
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, { cwd, env: { ...Object.fromEntries(inherited), ...env } });
    let [stdout, stderr] = ['', ''];
    onStart?.((signal) => child.kill(signal));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      onStderr?.(stderr, (signal) => child.kill(signal));
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** Runs the compiled command; a check has always the same seed, unless the arguments decide it. */
export function touchstone(argv: readonly string[], given: Given = {}): Promise<Ended> {
  const isSeeded = argv[0] !== 'check' || argv.includes('--seed') || argv.includes('--shard');
  return runProgram(process.execPath, [MAIN, ...argv, ...(isSeeded ? [] : ['--seed', '1'])], given);
}

/** A folder that goes away with the test. */
export function emptyFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A small reference on a port of its own until the test ends; `target` are the arguments that name it. */
export async function serve(options: ReferenceOptions = {}) {
  const sizes = { applications: 21, users: 30, subscriptions: 5, agreements: 5, contracts: 5 };
  const reference = createReference({ sizes, ...options });
  const { url } = await reference.listen();
  onTestFinished(() => reference.close());
  return { url, token: reference.token, target: ['--base-url', url, '--token', reference.token] };
}

/** Counts one page too many. */
export const oneTotalPageTooMany: Hook = (steps) => ({
  paginationObject: (page, total, context) => {
    const pagination = steps.paginationObject(page, total, context);
    return { ...pagination, total_pages: pagination.total_pages + 1 };
  },
});

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
