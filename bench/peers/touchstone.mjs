import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../../dist/conformance/version.js';
import { COMMAND } from '../processes.mjs';
import { runCommand } from './command.mjs';

/** touchstone as a process, with all samples. */
export const touchstone = {
  name: `touchstone ${VERSION}`,
  install: async () => COMMAND,
  prepare: async () => null,
  run: async (command, _prepared, served, folder) => {
    const report = join(folder, 'touchstone.json');
    await runCommand(process.execPath, [command, ...checkArguments(served), '--report', `json=${report}`]);
    const { checks } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = checks.filter(({ outcome, level }) => outcome === 'fail' && level !== 'gap');
    return failed.map(({ operation, rule, level }) => `${level} ${operation}/${rule}`);
  },
  /** Stricter than for the other tools: a rule that the mutant names has to fail, at an operation that it names. */
  catches: ({ rules, seenFrom }, complaint) => {
    const [, operation, rule] = /^\w+ (.+)\/(.+)$/.exec(complaint);
    return rules.includes(rule) && seenFrom.includes(operation);
  },
};

/** The arguments of a run without writes. */
export function checkArguments({ url, token, fixtures }) {
  const given = Object.entries(fixtures).flatMap(([name, value]) => ['--fixture', `${name}=${value}`]);
  return ['check', '--base-url', url, '--token', token, '--seed', '1', '--quiet', ...given];
}
