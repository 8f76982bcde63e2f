import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { certified, ed25519Key, signed } from '../../engine/report/integrity.js';
import { quoted } from '../../engine/target/command-words.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { renderJson } from '../../reporters/json.js';
import { terminalText } from '../../reporters/terminal-text.js';
import { readBounded } from '../bounded-file.js';
import { systemProblem } from '../errors.js';
import type { Io } from '../io.js';
import { writeWhole } from '../report-files.js';
import { readRunReport } from '../run-report.js';

const KEY_FILE = { megabytes: 1, hint: 'Create a key: openssl genpkey -algorithm ed25519 -out key.pem' };

/** `touchstone sign RUN.json --key KEY`: adds a signature to a run report and changes nothing else in it. */
export function signCommand(io: Io, done: (code: number) => void): Command {
  return new Command('sign')
    .description('Sign a run report, so that others can verify who published it')
    .argument('<run>', 'the run report that --report json=FILE wrote')
    .requiredOption('--key <file>', 'the private key (PEM, Ed25519)')
    .action(async (file: string, flags: { readonly key: string }) => {
      const key = ed25519Key('private', await readBounded(io.cwd, flags.key, KEY_FILE), flags.key);
      const report = await readRunReport(io.cwd, file);
      const { certificate = certified(report).certificate } = report;
      if (certificate === undefined) throw new Error('a certified report has a certificate');
      const text = renderJson(signed({ ...report, certificate }, key));
      await writeWhole(resolve(io.cwd, file), text).catch((error: unknown) => {
        throw new UsageError(
          `${file} cannot be written: ${systemProblem(error)}`,
          'It is unchanged. Check its permissions.',
        );
      });
      io.stdout.write(`SIGNED  ${terminalText(file)}\n${terminalText(verifying(file, flags.key, io.cwd))}\n`);
      done(0);
    });
}

/** How to verify a signature: with the public key beside the private one, which may not exist yet. */
function verifying(file: string, key: string, cwd: string): string {
  const publicKey = key.replace(/(\.pem)?$/, '.pub.pem');
  const verify = `touchstone verify ${quoted(file)} --key ${quoted(publicKey)}`;
  if (existsSync(resolve(cwd, publicKey))) return `Verify: ${verify}`;
  return `Verify: openssl pkey -in ${quoted(key)} -pubout -out ${quoted(publicKey)} && ${verify}`;
}
