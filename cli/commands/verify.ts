import { Command } from 'commander';
import { ed25519Key, fingerprint, type Verification } from '../../engine/report/integrity.js';
import { headline } from '../../reporters/headline.js';
import { terminalText } from '../../reporters/terminal-text.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { readBounded } from '../bounded-file.js';
import type { Io } from '../io.js';
import { verifyRunReport } from '../run-report.js';

const KEY_FILE = { megabytes: 1, hint: 'Give an Ed25519 public key in PEM.' };

/** The problem of a report, for the first line of the output; `null` if there is none. */
function problemOf(verification: Verification | null, wanted: string | null): string | null {
  if (verification === null) return 'NO CERTIFICATE  the report has no hashes, so changes cannot be detected';
  const { edited, whole, signature, key } = verification;
  if (edited.length > 0) return `EDITED  changed after it was written: ${edited.map((part) => `/${part}`).join(', ')}`;
  if (!whole) return 'EDITED  changed after it was written: /certificate';
  if (signature === 'bad') return 'EDITED  the signature does not match this report: /certificate/signature';
  if (wanted === null || key === wanted) return null;
  return key === null
    ? 'NOT SIGNED  the report has no signature, and --key requires one'
    : `ANOTHER KEY  the report is signed by ${key}; your key is ${wanted}`;
}

/** The facts of a run that are needed to reproduce it. */
function facts(report: RunReport, { signature, key }: Verification, wanted: string | null): string[] {
  const { words, reason } = headline(report);
  const trust =
    signature === 'none'
      ? 'none: without one, the hashes detect accidental changes, not tampering'
      : `signed by the key ${key}${wanted === null ? '; compare it with the key of the publisher, or give that key with --key' : ', which is your key'}`;
  const rows = [
    ['result', `${words}: ${reason}`],
    ['target', report.target.baseUrl],
    ['made by', `touchstone ${report.touchstone}, started ${report.startedAt}, seed ${report.seed}`],
    ['reproduce', report.command],
    ['digest', report.certificate?.digest ?? ''],
    ['signature', trust],
  ];
  return rows.map(([name = '', text = '']) => `  ${name.padEnd(11)}${terminalText(text)}`);
}

/** `touchstone verify RUN.json`: checks that a run report is complete and unchanged; exit 1 if it is not. */
export function verifyCommand(io: Io, done: (code: number) => void): Command {
  return new Command('verify')
    .description('Verify that a run report is complete and unchanged (exit 1 if it is not)')
    .argument('<run>', 'the run report that --report json=FILE wrote')
    .option('--key <file>', 'require a signature by this public key (PEM, Ed25519)')
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
        `UNCHANGED  ${terminalText(file)} is complete and unchanged\n${facts(report, verification, wanted).join('\n')}\n`,
      );
      done(0);
    });
}
