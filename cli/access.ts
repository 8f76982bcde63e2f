import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type Auth, CLIENT_AUTHS, type ClientAuth } from '../engine/access/auth.js';
import type { Network, Proxies, Resolution } from '../engine/access/network.js';
import { suggest } from '../engine/target/suggest.js';
import { UsageError } from '../engine/target/usage-error.js';
import type { OPTIONS } from '../options/declared.js';
import { beginningOf } from './beginning-of.js';
import { assertKeyOf, certificatesIn, type PemFile } from './certificates.js';
import { systemProblem } from './errors.js';
import { defined } from './flags.js';
import type { Io } from './io.js';
import { milliseconds } from './option-parsers.js';

/** Servers on this machine are reached directly, as most programs do. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const MAX_BYTES = 1024 * 1024;
const MAX_PORT = 65_535;
const KINDS = ['bearer', 'basic', 'apiKey', 'oauth2', 'command'] as const;
type Kind = (typeof KINDS)[number];

/** The settings of a credential by name, as `--auth` and the config file give them. */
type Settings = Readonly<Partial<Record<keyof (typeof OPTIONS)['auth']['kind']['names'], string>>>;

/** The settings that each kind has in addition to `kind`. */
const SETTINGS: Readonly<Record<Kind, readonly (keyof Settings)[]>> = {
  bearer: ['tokenEnv', 'tokenFile'],
  basic: ['username', 'passwordEnv'],
  apiKey: ['header', 'keyEnv'],
  oauth2: ['tokenUrl', 'clientIdEnv', 'clientSecretEnv', 'clientAuth', 'privateKeyFile', 'scope', 'audience'],
  command: ['command', 'timeout'],
};

/** Where settings and secrets come from. */
interface Sources {
  readonly env: Io['env'];
  /** The folder that paths are relative to. */
  readonly folder: string;
}

/** The credential of `--auth`, with its secrets from the environment and from files; throws a UsageError if one is missing. */
export function authOf(settings: Settings, { env, folder }: Sources): Auth {
  const kind = kindOf(settings);
  const variable = (name: keyof Settings, fallback: string) =>
    secretOf(env, settings[name] ?? fallback, `--auth kind=${kind}`, name);
  const file = (name: keyof Settings) => readSecret(resolve(folder, needed(settings, name)), `--auth ${name}`);
  switch (kind) {
    case 'bearer':
      return {
        kind,
        token: settings.tokenFile === undefined ? variable('tokenEnv', 'TOUCHSTONE_TOKEN') : tokenIn(file('tokenFile')),
      };
    case 'basic': {
      const username = settings.username ?? usernameIn(env);
      return { kind, username, password: variable('passwordEnv', 'TOUCHSTONE_PASSWORD') };
    }
    case 'apiKey':
      return { kind, header: needed(settings, 'header'), value: variable('keyEnv', 'TOUCHSTONE_API_KEY') };
    case 'oauth2': {
      const clientAuth = clientAuthOf(settings.clientAuth);
      const { scope, audience } = settings;
      return {
        kind,
        tokenUrl: tokenUrlOf(needed(settings, 'tokenUrl')),
        clientId: variable('clientIdEnv', 'TOUCHSTONE_CLIENT_ID'),
        clientAuth,
        ...(clientAuth === 'private_key_jwt'
          ? { privateKey: file('privateKeyFile') }
          : { clientSecret: variable('clientSecretEnv', 'TOUCHSTONE_CLIENT_SECRET') }),
        ...defined({ scope, audience }),
      };
    }
    case 'command':
      return {
        kind,
        command: wordsOf(needed(settings, 'command')),
        timeoutMs: settings.timeout === undefined ? 30_000 : milliseconds(settings.timeout),
      };
  }
}

function usernameIn(env: Io['env']): string {
  if (env.TOUCHSTONE_USERNAME) return env.TOUCHSTONE_USERNAME;
  throw new UsageError('--auth kind=basic needs a user name', 'Add --auth username=NAME, or set TOUCHSTONE_USERNAME.');
}

/** The token in the text of a file; throws a UsageError if there is none. */
function tokenIn(text: string): string {
  const token = text.trim();
  if (token !== '') return token;
  throw new UsageError('--auth tokenFile: the file is empty', 'Write the token to it.');
}

function kindOf(settings: Settings): Kind {
  const given = needed(settings, 'kind');
  const kind = KINDS.find((known) => known === given);
  if (kind === undefined)
    throw new UsageError(`--auth kind=${given} is not a kind of credential`, suggest(given, KINDS));
  const foreign = Object.keys(settings).find((name) => name !== 'kind' && !SETTINGS[kind].some((own) => own === name));
  if (foreign === undefined) return kind;
  throw new UsageError(
    `--auth kind=${kind} has no setting ${JSON.stringify(foreign)}`,
    suggest(foreign, SETTINGS[kind]),
  );
}

function needed(settings: Settings, name: keyof Settings): string {
  const value = settings[name];
  if (value !== undefined && value !== '') return value;
  throw new UsageError(
    name === 'kind' ? '--auth needs a kind' : `--auth kind=${settings.kind} needs ${name}`,
    name === 'kind' ? `Add --auth kind=KIND: ${KINDS.join(', ')}.` : `Add --auth ${name}=VALUE.`,
  );
}

function secretOf(env: Io['env'], variable: string, where: string, setting: string): string {
  const value = env[variable];
  if (value) return value;
  // The user may have written the secret itself there, so only what looks like a variable name is printed.
  const name = /^[A-Z_][A-Z0-9_]*$/.test(variable) ? variable : `named by ${setting}`;
  throw new UsageError(`${where}: the environment variable ${name} is not set`, 'Set it to the secret.');
}

function clientAuthOf(given: string = CLIENT_AUTHS[0]): ClientAuth {
  const known = CLIENT_AUTHS.find((one) => one === given);
  if (known !== undefined) return known;
  throw new UsageError(`--auth clientAuth=${given} is not supported`, suggest(given, CLIENT_AUTHS));
}

/** A token URL; throws a UsageError for one that would send the client secret without TLS to another machine. */
function tokenUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new UsageError('--auth tokenUrl is not a URL of the form https://HOST/PATH', 'Correct it.');
  }
  if (url.protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) return url.href;
  throw new UsageError(
    `--auth tokenUrl=${url.origin} would send the client secret without TLS`,
    'Use https:. Only a loopback address may use http:.',
  );
}

/** The words of a command: separated by white space, with quotes around a word that contains some. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, one, other, bare]) => one ?? other ?? bare ?? '');
}

/** The text of a small file; throws a UsageError that names the option if it cannot be read. */
function readSecret(path: string, option: string): string {
  try {
    const text = beginningOf(path, MAX_BYTES + 1);
    if (text.length <= MAX_BYTES) return text.toString('utf8');
  } catch (error) {
    throw new UsageError(`${option}: ${path} cannot be read: ${systemProblem(error)}`, 'Give the path of a file.');
  }
  throw new UsageError(`${option}: ${path} is larger than 1 MB`, 'Give the path of a token, certificate or key.');
}

/** The paths and switches of the network, absolute where they are paths. */
export interface NetworkSettings {
  readonly proxy?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
  readonly resolve?: readonly string[];
}

/** How the network reaches the target, from the options and the variables of the environment. */
export function networkOf({ proxy, ca, cert, key, insecure, resolve }: NetworkSettings, env: Io['env']): Network {
  if ((cert === undefined) !== (key === undefined)) {
    throw new UsageError('--cert and --key belong together', 'Give both: the client certificate and its private key.');
  }
  const proxies = proxiesOf(proxy, env);
  return {
    ...(proxies !== null && { proxies }),
    ...(ca !== undefined && { ca: authorityOf(ca) }),
    ...(cert !== undefined && key !== undefined && { certificate: clientOf(cert, key) }),
    ...(insecure && { insecure }),
    ...(resolve !== undefined && { resolve: resolve.map(resolutionOf) }),
  };
}

function authorityOf(path: string): string {
  const file = pemOf(path, '--ca', 'CERTIFICATE');
  certificatesIn(file);
  return file.text;
}

function clientOf(certPath: string, keyPath: string): NonNullable<Network['certificate']> {
  const cert = pemOf(certPath, '--cert', 'CERTIFICATE');
  const key = pemOf(keyPath, '--key', 'PRIVATE KEY');
  assertKeyOf(cert, key);
  return { cert: cert.text, key: key.text };
}

/** The parts of `--resolve`: a host, a port and an IP address, which may be in brackets. */
function resolutionOf(text: string): Resolution {
  const [, host = '', port = '', given = ''] = /^([^:]+):(\d{1,5}):(.+)$/.exec(text) ?? [];
  const address = given.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0 && Number(port) <= MAX_PORT) return { host: host.toLowerCase(), port: Number(port), address };
  const hint = 'Write it as --resolve service.example:443:10.0.0.7.';
  throw new UsageError(`--resolve ${JSON.stringify(text)} is not of the form host:port:address`, hint);
}

function pemOf(path: string, option: string, label: string): PemFile {
  const text = readSecret(path, option);
  if (text.includes(`${label}-----`)) return { option, path, text };
  throw new UsageError(
    `${option}: ${path} contains no ${label.toLowerCase()} in PEM`,
    `It begins with -----BEGIN ${label}-----.`,
  );
}

/** The proxies of `--proxy`, or those of the variables that other programs use; `null` if there are none. */
function proxiesOf(proxy: string | undefined, env: Io['env']): Proxies | null {
  const variable = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  const all = proxy ?? variable('ALL_PROXY');
  const http = proxy ?? variable('HTTP_PROXY') ?? all;
  const https = proxy ?? variable('HTTPS_PROXY') ?? all;
  for (const url of [http, https]) assertProxy(url, proxy === undefined ? 'a proxy variable' : '--proxy');
  if (http === undefined && https === undefined) return null;
  return defined({ http, https, except: proxy === undefined ? exceptOf(variable('NO_PROXY')) : undefined });
}

/** The hosts that are reached without the proxies of the environment: those of NO_PROXY, and this machine. */
function exceptOf(given: string | undefined): string {
  return given === '*' ? given : [...(given === undefined ? [] : [given]), ...LOOPBACK].join(',');
}

function assertProxy(url: string | undefined, where: string): void {
  if (url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return;
  // A proxy URL may contain a password.
  throw new UsageError(`${where} is not a URL of the form http://HOST:PORT`, 'SOCKS proxies are not supported.');
}
