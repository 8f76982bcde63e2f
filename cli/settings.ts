import { basename, resolve } from 'node:path';
import type { CheckOptions, TargetOptions } from '../engine/target/options.js';
import { UsageError } from '../engine/target/usage-error.js';
import { REPORT_KINDS } from '../options/choices.js';
import { isTraceTemplate } from '../reporters/trace-link.js';
import type { Config } from '../schemas/generated/touchstone.js';
import type { LoadedConfig } from './config/load.js';
import { connectionOf } from './connection.js';
import { chosen, defined, type Flags } from './flags.js';
import type { Io } from './io.js';
import { parseFixtures } from './named-values.js';
import { percentOf } from './option-parsers.js';
import { privacyOf } from './privacy.js';
import { parseReports, type ReportFile } from './report-files.js';
import type { Privacy } from './report-kinds.js';
import { withoutEffect } from './without-effect.js';

/** The settings of a run. */
export interface Settings {
  /** `null` for the embedded reference. */
  readonly target: TargetOptions | null;
  readonly wireForm: NonNullable<TargetOptions['wireForm']>;
  readonly options: CheckOptions;
  readonly reports: readonly ReportFile[];
  /** What the reports show of bodies. */
  readonly privacy: Privacy;
  /** The absolute path of the file of accepted differences. */
  readonly baseline?: string;
  /** The absolute path of the folder of the history. */
  readonly history?: string;
  /** Whether an accepted difference that is no longer found is allowed. */
  readonly allowFixed: boolean;
  /** What to say of flags that have no effect in this run, if there are some. */
  readonly withoutEffect: readonly string[];
}

/** The first option that describes a target, if there is one. */
function targetOption(flags: Flags, config: Config = {}): string | undefined {
  const given = {
    '--token': flags.token,
    '--auth': flags.auth ?? config.auth,
    '--header': flags.headers ?? config.headers,
    '--bind': flags.bindings ?? config.bindings,
    '--fixture': flags.fixtures ?? config.fixtures,
  };
  return Object.keys(defined(given))[0];
}

/** Throws a UsageError for options that describe a target together with `--reference`; a config file may describe one. */
export function assertReferenceAlone(flags: Flags): void {
  const other = flags.baseUrl === undefined ? targetOption(flags) : '--base-url';
  if (other === undefined) return;
  throw new UsageError(
    `${other} cannot be combined with --reference, which checks the embedded reference implementation`,
    'Remove one of them.',
  );
}

/**
 * Throws a UsageError if there are options or a config file but no base URL: a user who forgot it must not get a verdict
 * about the embedded reference. A dry run without reads needs no target.
 */
function assertTargetGiven(flags: Flags, { config, file }: LoadedConfig): void {
  const { color, ...given } = flags;
  if (file === null && color && Object.keys(defined(given)).length === 0) return;
  const described = targetOption(flags, config);
  const writes = (flags.allowWrites ?? config.allowWrites) || (flags.allowDestroy ?? config.allowDestroy);
  if (flags.dryRun && !writes && described === undefined) return;
  const where = file === null ? '' : `, and ${basename(file)} has no "baseUrl"`;
  throw new UsageError(
    described === undefined
      ? `the base URL is missing${where}`
      : `${described} describes a target, but the base URL is missing${where}`,
    'Use --base-url URL, or "baseUrl" in the config file. To check the embedded reference implementation, use --reference.',
  );
}

/** The absolute path of the journal. */
export function journalOf(flags: Flags, { config, folder }: LoadedConfig, cwd: string): string | undefined {
  if (flags.journal !== undefined) return resolve(cwd, flags.journal);
  return config.journal === undefined ? undefined : resolve(folder, config.journal);
}

/** The absolute path of the folder of the history. */
function historyOf(flags: Flags, { config, folder }: LoadedConfig, cwd: string): string | undefined {
  if (flags.history !== undefined) return resolve(cwd, flags.history);
  return config.history === undefined ? undefined : resolve(folder, config.history);
}

/** The options of a run whose value is the same as a flag and in a config file. */
const PLAIN = [
  'operations',
  'areas',
  'rules',
  'exclude',
  'level',
  'strict',
  'power',
  'powerRequests',
  'requireOperations',
  'budget',
  'maxRequests',
  'seed',
  'concurrency',
  'rps',
  'timeoutMs',
  'allowWrites',
  'allowDestroy',
  'allowScopeAll',
  'bulkScope',
  'consistencyWindowMs',
  'taskTimeoutMs',
  'waitMs',
  'traceUrl',
] as const;

/** Throws a UsageError for a URL of traces that would link to nothing. */
function assertTraceUrl(url: string | undefined): void {
  if (url === undefined || isTraceTemplate(url)) return;
  if (/^\w+:\/*[^/?#]*@/.test(url)) {
    throw new UsageError(
      'the URL of --trace-url contains a user name or a password, which would be in every report',
      'Remove what is in front of the @; readers of a report sign in themselves.',
    );
  }
  const hint =
    "Write it as --trace-url 'https://traces.example/trace/{traceId}', with other special characters percent-encoded.";
  throw new UsageError(`--trace-url ${JSON.stringify(url)} is not a URL that contains {traceId}`, hint);
}

function optionsOf(flags: Flags, loaded: LoadedConfig, cwd: string): CheckOptions {
  assertTraceUrl(flags.traceUrl ?? loaded.config.traceUrl);
  const { config } = loaded;
  return {
    ...chosen(PLAIN, flags, config),
    ...defined({
      requireDecided: flags.requireDecided ?? percentOf(config.requireDecided),
      requirePower: flags.requirePower ?? percentOf(config.requirePower),
      journal: journalOf(flags, loaded, cwd),
    }),
  };
}

/** The reports of the options, and those of the config whose kind no option names. */
function reportsOf(flags: Flags, { config, folder }: LoadedConfig, cwd: string): ReportFile[] {
  const own = parseReports(flags.reports ?? [], cwd, REPORT_KINDS);
  const entries = Object.entries(config.reports ?? {}).map(([kind, file]) => `${kind}=${file}`);
  const configured = parseReports(entries, folder, REPORT_KINDS).filter(
    ({ kind }) => !own.some((report) => report.kind === kind),
  );
  return [...own, ...configured];
}

/** The baseline of the option, or that of the config; throws a UsageError for `--allow-fixed` without one. */
function baselineOf(flags: Flags, { config, folder }: LoadedConfig, cwd: string): string | undefined {
  if (flags.baseline !== undefined) return resolve(cwd, flags.baseline);
  if (config.baseline !== undefined) return resolve(folder, config.baseline);
  if (flags.allowFixed ?? config.allowFixed)
    throw new UsageError('--allow-fixed needs a baseline', 'Add --baseline FILE.');
  return undefined;
}

/**
 * Merges the options, the config file and the environment. Options override the config: headers, bindings, fixtures and
 * reports by name, lists as a whole. Throws a UsageError for settings that contradict each other.
 */
export function settingsOf(flags: Flags, loaded: LoadedConfig, { env, cwd }: Pick<Io, 'env' | 'cwd'>): Settings {
  const { config } = loaded;
  const baseUrl = flags.baseUrl ?? config.baseUrl;
  const wireForm = flags.wireForm ?? config.wireForm ?? 'object';
  const baseline = baselineOf(flags, loaded, cwd);
  const history = historyOf(flags, loaded, cwd);
  const rest = {
    wireForm,
    options: optionsOf(flags, loaded, cwd),
    reports: reportsOf(flags, loaded, cwd),
    privacy: privacyOf(flags, config),
    ...(baseline !== undefined && { baseline }),
    ...(history !== undefined && { history }),
    allowFixed: flags.allowFixed ?? config.allowFixed ?? false,
  };
  if (flags.reference) assertReferenceAlone(flags);
  else if (baseUrl === undefined) assertTargetGiven(flags, loaded);
  if (flags.reference || baseUrl === undefined) return withIneffective(flags, { target: null, ...rest });
  const target: TargetOptions = defined({
    ...connectionOf(flags, loaded, { env, cwd }),
    baseUrl,
    fixtures: { ...config.fixtures, ...parseFixtures(flags.fixtures ?? []) },
    wireForm,
  });
  return withIneffective(flags, { target, ...rest });
}

/** Settings with what to say of the flags that have no effect in them. */
const withIneffective = (flags: Flags, settings: Omit<Settings, 'withoutEffect'>): Settings => ({
  ...settings,
  withoutEffect: withoutEffect(flags, settings),
});
