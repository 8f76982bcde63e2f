import { Command } from 'commander';
import { ed25519Key, fingerprint, type Verification } from '../../engine/report/integrity.js';
import { headline } from '../../reporters/headline.js';
import { terminalText } from '../../reporters/terminal-text.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { readBounded } from '../bounded-file.js';
import type { Io } from '../io.js';
import { verifyRunReport } from '../run-report.js';

const KEY_FILE = { megabytes: 1, hint: 'Give the public key in PEM.' };

/** What is wrong with a report, as words for the first line; `null` where nothing is. */
function problemOf(verification: Verification | null, wanted: string | null): string | null {
  if (verification === null)
    return 'NO CERTIFICATE  it holds no hashes, so nobody can say whether it is as it was written';
  const { edited, whole, signature, key } = verification;
  if (edited.length > 0) return `EDITED  changed after it was written: ${edited.map((part) => `/${part}`).join(', ')}`;
  if (!whole) return 'EDITED  changed after it was written: /certificate';
  if (signature === 'bad') return 'EDITED  the signature does not belong to this report: /certificate/signature';
  if (wanted === null || key === wanted) return null;
  return key === null
    ? 'NOT SIGNED  and a signature by your key was asked for'
    : `ANOTHER KEY  it is signed by ${key}, and yours is ${wanted}`;
}

/** What the report says of the run, as much as it takes to make it again. */
function facts(report: RunReport, { signature, key }: Verification, wanted: string | null): string[] {
  const { words, reason } = headline(report);
  const trust =
    signature === 'none'
      ? 'not signed: whoever changes a report can hash it anew, so this tells of accidents, not of deceit'
      : `signed by the key ${key}${wanted === null ? '; hold that against the key that the publisher names, or give it with --key' : ', which is yours'}`;
  const rows = [
    ['result', `${words}: ${reason}`],
    ['target', report.target.baseUrl],
    ['made by', `touchstone ${report.touchstone}, started ${report.startedAt}, seed ${report.seed}`],
    ['again', report.command],
    ['digest', report.certificate?.digest ?? ''],
    ['signature', trust],
  ];
  return rows.map(([name = '', text = '']) => `  ${name.padEnd(11)}${terminalText(text)}`);
}

/** `touchstone verify RUN.json`: whether a run report is whole and as it was written; exit 1 where it is not. */
export function verifyCommand(io: Io, done: (code: number) => void): Command {
  return new Command('verify')
    .description('tell whether a run report is whole and as it was written (exit 1 where it is not)')
    .argument('<run>', 'the run report, as --report json=FILE writes it')
    .option('--key <file>', 'the public key (PEM, Ed25519) that it must be signed with')
    .action(async (file: string, flags: { readonly key?: string }) => {
      let wanted: string | null = null;
      if (flags.key !== undefined) {
        const key = ed25519Key('public', await readBounded(io.cwd, flags.key, KEY_FILE), flags.key);
        wanted = fingerprint(key.export({ type: 'spki', format: 'der' }));
      }
      const { report, verification } = await verifyRunReport(io.cwd, file);
      const problem = problemOf(verification, wanted);
      if (problem !== null || verification === null) {
        io.stdout.write(`${problem}  (${terminalText(file)})\n`);
        return done(1);
      }
      io.stdout.write(
        `WHOLE  ${terminalText(file)} is as it was written\n${facts(report, verification, wanted).join('\n')}\n`,
      );
      done(0);
    });
}
