import { operations } from '../contract/operations/index.js';
import { chosenBaseUrl } from '../engine/target/chosen-base-url.js';
import { quoted } from '../engine/target/command-words.js';
import type { TargetOptions } from '../engine/target/options.js';
import { baseUrlOf, hasCredentials, parseBaseUrl } from '../engine/target/target.js';
import { UsageError } from '../engine/target/usage-error.js';
import { terminalText } from '../reporters/terminal-text.js';
import type { RunReport } from '../schemas/generated/touchstone.js';
import type { LoadedConfig } from './config/load.js';
import { connectionOf } from './connection.js';
import type { Flags } from './flags.js';
import type { Io } from './io.js';
import { parseFixtures } from './named-values.js';
import { assertReferenceAlone } from './settings.js';

interface Context {
  /** The file of the run report. */
  readonly file: string;
  /** The words of the command that reads it, for the command that is suggested. */
  readonly command: readonly string[];
  /** What it does, for the note that it uses another base URL than the report: `replaying`. */
  readonly doing: string;
  readonly flags: Flags;
  readonly loaded: LoadedConfig;
  readonly io: Io;
}

/**
 * The target of a run report, at the base URL that the user confirms with an option, in the config file or at a prompt. The
 * report alone never decides where credentials are sent. `null` for the embedded reference, also with `--reference`.
 */
export async function targetOfReport(
  { target }: RunReport,
  { file, command, doing, flags, loaded, io }: Context,
): Promise<TargetOptions | null> {
  if (flags.reference) {
    assertReferenceAlone(flags);
    return null;
  }
  const own = connectionOf(flags, loaded, io);
  if (target.embedded && own.baseUrl === undefined) return null;
  assertOwnBindings(target.bindings, own.bindings, flags);
  const baseUrl = await chosenBaseUrl({
    given: own.baseUrl,
    named: target.baseUrl,
    file,
    hasCredentials: hasCredentials(own),
    ...(io.confirm && { confirm: io.confirm }),
    command: ['touchstone', ...command.map(quoted), '--base-url', quoted(target.baseUrl)].join(' '),
  });
  if (!target.embedded && baseUrlOf(parseBaseUrl(baseUrl)) !== target.baseUrl.replace(/\/+$/, '')) {
    io.stderr.write(
      `touchstone: ${terminalText(file)} is a run on ${terminalText(target.baseUrl)}; ${doing} on ${baseUrl}\n`,
    );
  }
  return {
    ...own,
    baseUrl,
    bindings: { ...target.bindings, ...own.bindings },
    fixtures: { ...target.fixtures, ...loaded.config.fixtures, ...parseFixtures(flags.fixtures ?? []) },
    wireForm: flags.wireForm ?? target.wireForm,
  };
}

/** With writes allowed, the user must give the bindings of writes, because a report may come from anywhere. */
function assertOwnBindings(
  ofReport: RunReport['target']['bindings'],
  own: Readonly<Record<string, string>>,
  { allowWrites = false, allowDestroy = false }: Flags,
): void {
  if (!allowWrites && !allowDestroy) return;
  const writing = operations.filter(({ tier }) => tier !== undefined).map(({ id }) => id);
  const foreign = Object.keys(ofReport).find((id) => writing.includes(id) && !Object.hasOwn(own, id));
  if (foreign === undefined) return;
  throw new UsageError(
    `the run report binds ${foreign}, an operation that writes; such a binding is not read from a report`,
    `If the binding is correct, give it as an option: --bind ${quoted(`${foreign}=${ofReport[foreign]}`)}.`,
  );
}
