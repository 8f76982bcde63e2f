import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { UsageError } from '../engine/target/usage-error.js';
import { suites } from '../suites/index.js';

/** What a change of the sources affects: families of mutants and variants, and rules. */
export type Change = 'everything' | { readonly families: readonly string[]; readonly rules: readonly string[] };

/** Files that do not affect a verdict. */
const WITHOUT_EFFECT =
  /^(docs|tests|bench|build|reporters|cli|conformance\/host|\.ci|\.github)\/|\.(md|svg|json)$|^[^/]+\.(ts|mjs)$/;
const WITH_EFFECT_ALL_THE_SAME = /^schemas\/interface\//;
const FAMILY = /^reference\/((?:mutants|variants)\/(?!index\.ts|mutant\.ts|variant\.ts)[^/]+)\.ts$/;
const LAW = /^suites\/laws\/.+\.ts$/;

/** The files that differ from a commit, untracked files included, relative to the work tree. */
export function changedSince(ref: string, cwd: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .split('\n')
      .filter((line) => line !== '');
  try {
    if (ref.startsWith('-')) throw new Error('a commit name cannot begin with a dash');
    return [...git('diff', '--name-only', ref, '--'), ...git('ls-files', '--others', '--exclude-standard')];
  } catch (error) {
    const [first = ''] = String((error as { stderr?: string }).stderr || (error as Error).message).split('\n');
    throw new UsageError(`--since ${ref}: ${first}`, 'Give a commit, a branch or a tag of this repository.');
  }
}

/**
 * What changed files affect. A file of mutants or variants affects those it defines; a law affects the rules that it
 * names, and so the mutants that name them; tests, documents, reporters and the command line affect nothing; any other
 * file affects everything. `rulesIn` returns the rules that a file under suites/laws names, or null if it names none.
 */
export async function touchedBy(
  files: readonly string[],
  rulesIn: (file: string) => Promise<readonly string[] | null>,
): Promise<Change> {
  const families: string[] = [];
  const rules: string[] = [];
  for (const file of files) {
    const family = FAMILY.exec(file)?.[1];
    if (family !== undefined) families.push(family);
    else if (LAW.test(file)) {
      const own = await rulesIn(file);
      if (own === null) return 'everything';
      rules.push(...own);
    } else if (WITH_EFFECT_ALL_THE_SAME.test(file) || !WITHOUT_EFFECT.test(file)) return 'everything';
  }
  return { families, rules };
}

/**
 * The ids of the rules that a law in the current folder names; null if it names none, or builds an id. Its text is
 * read, because the compiled package does not contain the file. A law that also names the rules of others affects more.
 */
export async function rulesIn(file: string): Promise<readonly string[] | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text.includes('id: `')) return null;
  const known = new Set(suites.flatMap(({ rules }) => rules.map(({ id }) => id)));
  const named = [...text.matchAll(/'([a-z]+\.[a-z-]+)'/g)].map(([, id = '']) => id);
  const ids = [...new Set(named)].filter((id) => known.has(id));
  return ids.length === 0 ? null : ids;
}
