import { isAbsolute, relative, resolve } from 'node:path';
import type { TargetOptions } from '../engine/target/options.js';
import { UsageError } from '../engine/target/usage-error.js';
import type { Config } from '../schemas/generated/touchstone.js';
import { authOf, networkOf } from './access.js';
import type { LoadedConfig } from './config/load.js';
import { chosen, defined, type Flags } from './flags.js';
import type { Io } from './io.js';
import { parseAuth, parseBindings, parseHeaders } from './named-values.js';

/** The bearer token: from the option, or the variable that the config names, or TOUCHSTONE_TOKEN. */
function tokenOf(flags: Pick<Flags, 'token' | 'auth'>, { tokenEnv, auth }: Config, env: Io['env']): string | undefined {
  if (flags.token === '') throw new UsageError('--token is empty', 'Omit the option if the target needs no token.');
  if (flags.token !== undefined && flags.auth !== undefined) {
    throw new UsageError('--token cannot be combined with --auth', 'Remove one of them.');
  }
  if (flags.token === undefined && (flags.auth ?? auth) !== undefined) return undefined;
  if (flags.token !== undefined) return flags.token;
  if (tokenEnv === undefined) return env.TOUCHSTONE_TOKEN || undefined;
  const token = env[tokenEnv];
  if (token) return token;
  // The user may have written the token itself there, so only what looks like a variable name is printed.
  const name = /^[A-Z_][A-Z0-9_]*$/.test(tokenEnv) ? ` ${tokenEnv}` : '';
  throw new UsageError(
    `the environment variable${name} named by "tokenEnv" in the config is not set`,
    'Set it to the bearer token, or use --token.',
  );
}

function lowerCased(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The credential of `--auth` and of the config file, and the settings that name it; none if `--token` replaces it. */
function credentialOf(
  flags: AccessFlags,
  { config, folder }: LoadedConfig,
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
): Pick<TargetOptions, 'auth' | 'authWords'> {
  const own = parseAuth(flags.auth ?? []);
  // Settings of one kind make no sense for another one.
  const replaces = own.kind !== undefined && own.kind !== config.auth?.kind;
  const authWords = { ...(replaces ? {} : fromHere(config.auth ?? {}, AUTH_FILES, folder, cwd)), ...own };
  if (flags.token !== undefined || Object.keys(authWords).length === 0) return {};
  return { auth: authOf(authWords, { env, folder: cwd }), authWords };
}

/** The settings of a credential that are paths. */
const AUTH_FILES = ['tokenFile', 'privateKeyFile'] as const;
const NETWORK_FILES = ['ca', 'cert', 'key'] as const;

/** The settings of a config file, with relative paths as they are from the folder of the command, in which it may be repeated. */
function fromHere<Settings extends object>(
  settings: Settings,
  files: readonly (keyof Settings)[],
  folder: string,
  cwd: string,
): Settings {
  const path = (file: unknown) =>
    typeof file !== 'string' || isAbsolute(file) ? file : relative(cwd, resolve(folder, file));
  return { ...settings, ...defined(Object.fromEntries(files.map((name) => [name, path(settings[name])]))) };
}

const NETWORK = ['proxy', 'ca', 'cert', 'key', 'insecure', 'resolve'] as const;

/** The network of the options: paths are relative to the folder of the command, or to the config file that names them. */
function networkOptions(
  flags: AccessFlags,
  { config, folder }: LoadedConfig,
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
): Pick<TargetOptions, 'network' | 'networkWords'> {
  const words = chosen(NETWORK, flags, fromHere(config, NETWORK_FILES, folder, cwd));
  const path = (name: (typeof NETWORK_FILES)[number]) => words[name] && resolve(cwd, words[name]);
  const network = networkOf({ ...words, ...defined({ ca: path('ca'), cert: path('cert'), key: path('key') }) }, env);
  return Object.keys(network).length === 0 ? {} : { network, networkWords: words };
}

type AccessFlags = Pick<Flags, 'baseUrl' | 'token' | 'auth' | 'headers' | 'bindings' | (typeof NETWORK)[number]>;

/** How to reach a target: its base URL if there is one, the credential, the network, and the bindings. */
export function connectionOf(
  flags: AccessFlags,
  loaded: LoadedConfig,
  io: Pick<Io, 'env' | 'cwd'>,
): Partial<TargetOptions> & Required<Pick<TargetOptions, 'headers' | 'bindings'>> {
  const { config } = loaded;
  return {
    ...defined({ baseUrl: flags.baseUrl ?? config.baseUrl, token: tokenOf(flags, config, io.env) }),
    ...credentialOf(flags, loaded, io),
    ...networkOptions(flags, loaded, io),
    headers: { ...lowerCased(config.headers), ...parseHeaders(flags.headers ?? []) },
    bindings: { ...config.bindings, ...parseBindings(flags.bindings ?? []) },
  };
}
