import { fixtureNames } from '../../contract/samples.js';
import type { FixtureName, WriteFixtureName } from '../../contract/types.js';
import { wireForms } from '../../contract/wire-form.js';
import type { Option } from '../option.js';

const METHOD_AND_PATH = '^(GET|POST|PATCH|PUT|DELETE) .+';

/** The fixtures that need more words than their name. */
const FIXTURES: Readonly<Partial<Record<FixtureName | WriteFixtureName, string>>> = {
  writableApplicationIds:
    'The only applications that updates may change, separated by commas; by default the run chooses a few.',
  writableUserIds: 'The only users that updates may change, separated by commas; by default the run chooses a few.',
  removableSubscriptionId: 'The subscription from which users may be removed.',
  removableUserIds: 'The users that may be removed from it, separated by commas.',
};

/** The settings of a credential. Secrets come from files and from variables of the environment. */
const AUTH = {
  kind: 'The kind of credential: bearer, basic, apiKey, oauth2 or command.',
  tokenEnv: 'bearer: the variable that holds the token (default: TOUCHSTONE_TOKEN).',
  tokenFile: 'bearer: the file that holds the token.',
  username: 'basic: the user name (default: the variable TOUCHSTONE_USERNAME).',
  passwordEnv: 'basic: the variable that holds the password (default: TOUCHSTONE_PASSWORD).',
  header: 'apiKey: the name of the header.',
  keyEnv: 'apiKey: the variable that holds the key (default: TOUCHSTONE_API_KEY).',
  tokenUrl: 'oauth2: the URL of the token endpoint.',
  clientIdEnv: 'oauth2: the variable that holds the client id (default: TOUCHSTONE_CLIENT_ID).',
  clientSecretEnv: 'oauth2: the variable that holds the client secret (default: TOUCHSTONE_CLIENT_SECRET).',
  clientAuth: 'oauth2: client_secret_basic (the default), client_secret_post or private_key_jwt.',
  privateKeyFile: 'oauth2: the private key of private_key_jwt (PEM, PKCS #8).',
  scope: 'oauth2: the scope, if the server needs one.',
  audience: 'oauth2: the audience, if the server needs one.',
  command: 'command: the program that prints the token, with its arguments; it is run without a shell.',
  timeout: 'command: how long it may take (default: 30s).',
} as const;

/** The options of the target and of the way to it. */
export const TARGET = {
  baseUrl: {
    flag: '--base-url <url>',
    kind: { type: 'text' },
    group: 'Target:',
    help: 'the URL that all paths are relative to',
  },
  reference: {
    flag: '--reference',
    kind: { type: 'switch' },
    group: 'Target:',
    help: 'check the embedded reference implementation',
    notInConfig: 'it replaces the target that the config file describes',
  },
  token: {
    flag: '--token <token>',
    kind: { type: 'text' },
    group: 'Target:',
    help: 'the bearer token; prefer the environment variable TOUCHSTONE_TOKEN',
    notInConfig: 'everyone with access to the project can read the file; it names the variable instead: tokenEnv',
  },
  auth: {
    flag: '--auth <name=value>',
    kind: { type: 'pairs', names: AUTH },
    group: 'Target:',
    help: 'another credential: kind=basic, apiKey, oauth2, command or bearer, and its settings (see docs/network.md)',
  },
  headers: {
    flag: '--header <name: value>',
    kind: { type: 'pairs' },
    group: 'Target:',
    help: 'send this header with every request; its value is treated as a secret',
  },
  bindings: {
    flag: '--bind <operation=METHOD path>',
    kind: { type: 'pairs', pattern: METHOD_AND_PATH, such: 'GET /other/users' },
    group: 'Target:',
    help: "use another method and path: 'getUsers=GET /other/users'",
  },
  fixtures: {
    flag: '--fixture <name=value>',
    kind: { type: 'pairs', names: Object.fromEntries(fixtureNames.map((name) => [name, FIXTURES[name] ?? ''])) },
    group: 'Target:',
    help: 'a sample id, such as insightRuleId=ID',
    reproduces: true,
  },
  wireForm: {
    flag: '--wire-form <form>',
    kind: { type: 'choice', of: wireForms },
    group: 'Target:',
    help: 'the wire form of index-keyed objects',
    default: 'object',
    reproduces: true,
  },
  config: {
    flag: '--config <file>',
    kind: { type: 'text' },
    group: 'Target:',
    help: 'the config file',
    defaultText: 'touchstone.config.{json,yaml,yml,ts,js,mjs} in this folder',
    notInConfig: 'it names the config file',
  },
  profile: {
    flag: '--profile <file>',
    kind: { type: 'file' },
    group: 'Target:',
    help: 'a config file with what one deployment differs in; the config file and the options override it',
  },
  proxy: {
    flag: '--proxy <url>',
    kind: { type: 'text' },
    group: 'Network:',
    help: 'send all requests through this proxy',
    defaultText: 'HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY',
  },
  ca: {
    flag: '--ca <file>',
    kind: { type: 'file' },
    group: 'Network:',
    help: 'also trust the certificates in this file (PEM)',
  },
  cert: {
    flag: '--cert <file>',
    kind: { type: 'file' },
    group: 'Network:',
    help: 'the client certificate (PEM), for mutual TLS',
  },
  key: {
    flag: '--key <file>',
    kind: { type: 'file' },
    group: 'Network:',
    help: 'the private key of the client certificate (PEM, not encrypted)',
  },
  insecure: {
    flag: '--insecure',
    kind: { type: 'switch' },
    group: 'Network:',
    help: 'do not verify the certificate of the target; the report records it',
  },
  resolve: {
    flag: '--resolve <host:port:address>',
    kind: { type: 'texts' },
    group: 'Network:',
    help: 'connect to this address for a host and port, as curl does: service.example:443:10.0.0.7',
  },
  waitMs: {
    flag: '--wait <time>',
    kind: { type: 'duration' },
    group: 'Network:',
    help: 'before the run, wait for up to this time until the target responds',
  },
} as const satisfies Readonly<Record<string, Option>>;
