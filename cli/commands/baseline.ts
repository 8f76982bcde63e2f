import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { UsageError } from '../../engine/usage-error.js';
import { counted } from '../../reporters/numbers.js';
import { terminalText } from '../../reporters/terminal-text.js';
import { formats } from '../../schemas/formats.js';
import type { BaselineEntry, RunReport } from '../../schemas/generated/touchstone.js';
import { starred } from '../../schemas/json-pointer.js';
import { systemProblem } from '../errors.js';
import type { Io } from '../io.js';
import { readRunReport } from '../run-report.js';

const DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;
const SCHEMA = './node_modules/touchstone/schemas/touchstone/baseline.schema.json';

interface BaselineFlags {
  readonly out: string;
  readonly reason: string;
  readonly ticket?: string;
  readonly expires?: string;
}

function date(text: string): string {
  if (formats.date(text)) return text;
  throw new InvalidArgumentError('Expected a date that exists, as YYYY-MM-DD.');
}

function reason(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Say why the differences are accepted.');
}

/** An entry for each place of each failed check, as narrow as a pattern can be; what was accepted keeps its reason. */
function entriesOf(
  { checks }: RunReport,
  { reason, ticket, expires }: Omit<BaselineEntry, 'check' | 'finding' | 'level'>,
) {
  const entries = checks.flatMap(({ id, level, outcome, findings }) =>
    outcome !== 'fail' || level === 'gap'
      ? []
      : findings.map(
          ({ at, accepted }): BaselineEntry => ({
            check: id,
            finding: starred(at),
            level,
            ...(accepted ?? { reason, ...(ticket !== undefined && { ticket }), expires }),
          }),
        ),
  );
  return [...new Map(entries.map((entry) => [JSON.stringify([entry.check, entry.finding]), entry])).values()];
}

async function textOf(file: string, accepted: readonly BaselineEntry[]): Promise<string> {
  if (extname(file).toLowerCase() === '.json') return `${JSON.stringify({ $schema: SCHEMA, accepted }, null, 2)}\n`;
  const { stringify } = await import('yaml');
  return `# yaml-language-server: $schema=${SCHEMA}\n${stringify({ accepted }, { lineWidth: 0 })}`;
}

/** Writes a new file; what is there already is left as it is. */
async function writeNew(path: string, text: string, file: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') {
      throw new UsageError(
        `${file} exists, and is left as it is`,
        'Give another file with --out, and take from it what you accept.',
      );
    }
    throw new UsageError(`${file} cannot be written: ${systemProblem(error)}`, 'Give another file with --out.');
  });
}

/** `touchstone baseline RUN.json`: writes what a run found as accepted differences, for a person to look through. */
export function baselineCommand(io: Io, done: (code: number) => void): Command {
  return new Command('baseline')
    .description('write the differences of a run as a baseline, for you to look through before you accept them')
    .argument('<run>', 'the run report, as --report json=FILE writes it')
    .option('--out <file>', 'the baseline to write, in YAML or JSON; never one that exists', 'touchstone.baseline.yaml')
    .requiredOption('--reason <text>', 'why they are accepted', reason)
    .option('--ticket <text>', 'where their end is followed up')
    .option('--expires <date>', `the last day on which they are accepted (default: ${DAYS} days from now)`, date)
    .action(async (file: string, flags: BaselineFlags) => {
      const report = await readRunReport(io.cwd, file);
      const { reason, ticket, expires = new Date(Date.now() + DAYS * DAY_MS).toISOString().slice(0, 10) } = flags;
      const entries = entriesOf(report, { reason, ...(ticket !== undefined && { ticket }), expires });
      await writeNew(resolve(io.cwd, flags.out), await textOf(flags.out, entries), flags.out);
      const unlisted = report.checks.filter(({ moreFindings }) => moreFindings !== undefined).map(({ id }) => id);
      const undecided = report.checks.filter(({ outcome }) => outcome === 'error' || outcome === 'inconclusive').length;
      const notes = [
        ...(unlisted.length > 0
          ? [`not all differences are in the report, so the baseline misses some of: ${unlisted.join(', ')}`]
          : []),
        ...(undecided > 0
          ? [`${counted(undecided, 'check')} could not be decided: a baseline excuses none of that`]
          : []),
      ];
      for (const note of notes) io.stderr.write(`touchstone: ${terminalText(note)}\n`);
      io.stdout.write(
        `${terminalText(flags.out)}: ${counted(entries.length, 'accepted difference')}; touchstone check --baseline ${terminalText(flags.out)}\n`,
      );
      done(0);
    });
}
