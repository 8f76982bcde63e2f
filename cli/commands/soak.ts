import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import { SOAK, SOAK_RPS } from '../../options/groups/soak.js';
import type { SoakReport } from '../../schemas/generated/touchstone.js';
import { loadConfig } from '../config/load.js';
import { addOptions, addOwnOptions, type Flags, keysOf, type OwnFlags } from '../flags.js';
import { INTERRUPTED } from '../interrupt.js';
import type { Io } from '../io.js';
import { parseReports, proveWritable, writeReports } from '../report-files.js';
import { settingsOf } from '../settings.js';
import { assertHostConfirmed } from '../soak/assert-host-confirmed.js';
import { runSoak } from '../soak/run-soak.js';
import { wrappedHelp } from '../wrapped-help.js';

const KINDS = ['json', 'markdown'] as const;
const EXIT_CODES: Readonly<Record<SoakReport['verdict'], number>> = {
  conforms: 0,
  'does-not-conform': 1,
  inconclusive: 3,
};

const RENDER: Readonly<Record<(typeof KINDS)[number], (report: SoakReport) => Promise<string>>> = {
  json: async (report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: async (report) => (await import('../../reporters/soak/markdown.js')).renderSoakMarkdown(report),
};

/** Options that have no meaning for many runs in a row. */
const NOT_USED: readonly string[] = ['dryRun'];
const KEYS = [
  ...keysOf('Target:', 'Network:', 'Selection:', 'Run:').filter((key) => !NOT_USED.includes(key)),
  'strict',
  'reports',
  'quiet',
] as const;
const WORDING = {
  rps: { help: 'the rate: so many requests per second, all the time', defaultText: String(SOAK_RPS) },
  concurrency: { help: 'maximum number of requests in flight', defaultText: 'as many as --rps, at least 10' },
  reports: { help: `write a report; kind is one of ${KINDS.join(', ')}; - is standard output` },
};

const AFTER = `
Each round sends the same GET requests. While the checks wait, reads of the round are repeated, so that the rate stays the
same and a difference is confirmed under the same load. Requests are only sent to a host that you confirm, at a prompt or
with --yes; a loopback address needs no confirmation. The soak ends after the first round if the target cannot be tested.

Exit codes: 0 conforms in every round, 1 does not conform in at least one, 2 invalid usage or config, 3 inconclusive: the
target could not be tested, no round was complete, the last requests got errors, or the rate was not reached; 130
interrupted.`;

type SoakFlags = Flags & OwnFlags<typeof SOAK>;

/** `touchstone soak`: runs the checks that read in a loop under a steady load; `done` receives the exit code. */
export function soakCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('soak').description('Run the checks that read in a loop, under a steady load');
  addOwnOptions(command, SOAK);
  return addOptions(command, KEYS, WORDING)
    .addHelpText('after', () => wrappedHelp(AFTER, io))
    .action(async ({ for: given, yes = false, reports: files = [], ...flags }: SoakFlags) => {
      const settings = settingsOf(flags, await loadConfig(io.cwd, flags), io);
      const load = { forMs: given ?? SOAK.for.default, rps: settings.options.rps ?? SOAK_RPS };
      const reports = parseReports(files, io.cwd, KINDS);
      await proveWritable(reports);
      if (!yes && settings.target !== null) await assertHostConfirmed(settings.target.baseUrl, load, io);
      const report = await runSoak(settings, load, io, flags.quiet === true);
      const problems = await writeReports(reports, io.stdout, (kind) => RENDER[kind](report));
      io.stdout.write((await import('../../reporters/soak/console.js')).renderSoak(report));
      if (problems.length > 0)
        throw new UsageError(problems.join('\n'), 'The soak is complete: see the summary above.');
      done(report.interrupted ? INTERRUPTED : EXIT_CODES[report.verdict]);
    });
}
