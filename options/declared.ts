import { fixtureNames } from '../contract/samples.js';
import type { FixtureName, WriteFixtureName } from '../contract/types.js';
import { wireForms } from '../contract/wire-form.js';
import { AREAS, BODIES, BUDGETS, LEVELS, POWER_EXTENTS, REPORT_KINDS } from './choices.js';
import type { Option, ValueOf } from './option.js';

const METHOD_AND_PATH = '^(GET|POST|PATCH|PUT|DELETE) .+';
const THIS_COMMAND = 'it is about one command, not about the target';

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

/** Reports without a body in them. */
const BADGES: ReadonlySet<string> = new Set(['badge', 'shields']);

/** Every option of a run, by its key: the same in a config file, in the library, and for a parsed flag. */
export const OPTIONS = {
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
  operations: {
    flag: '--operation <glob>',
    kind: { type: 'texts' },
    group: 'Selection:',
    help: 'check these operations, by id, such as "get*"',
    reproduces: true,
  },
  areas: {
    flag: '--area <area>',
    kind: { type: 'choices', of: AREAS },
    group: 'Selection:',
    help: `check this area: ${AREAS.join(', ')}`,
    reproduces: true,
  },
  rules: {
    flag: '--rule <glob>',
    kind: { type: 'texts' },
    group: 'Selection:',
    help: 'check these rules, by id, such as "paging.*"',
    reproduces: true,
  },
  exclude: {
    flag: '--exclude <glob>',
    kind: { type: 'texts' },
    group: 'Selection:',
    help: 'exclude these rules, checks or operations, by id, such as "sort.*" or "getUsers/**"',
    reproduces: true,
  },
  level: {
    flag: '--level <level>',
    kind: { type: 'choice', of: LEVELS },
    group: 'Selection:',
    help: 'the lowest level to check',
    default: 'gap',
    reproduces: true,
  },
  strict: {
    flag: '--strict',
    kind: { type: 'switch' },
    group: 'Verdict:',
    help: 'fail the run on warnings too (level should)',
    reproduces: true,
  },
  requireDecided: {
    flag: '--require-decided <share>',
    kind: { type: 'percentage' },
    group: 'Verdict:',
    help: 'exit 3 unless this share of the MUST checks is conclusive, such as 95%',
    reproduces: true,
  },
  power: {
    flag: '--power <extent>',
    kind: { type: 'choice', of: POWER_EXTENTS },
    group: 'Verdict:',
    help: 'report which deviations the run would notice, by injecting them into its recorded responses',
    reproduces: true,
  },
  requirePower: {
    flag: '--require-power <share>',
    kind: { type: 'percentage' },
    group: 'Verdict:',
    help: 'exit 3 if the run would notice fewer of the deviations, such as 90%',
    reproduces: true,
  },
  requireOperations: {
    flag: '--require-operation <glob>',
    kind: { type: 'texts' },
    group: 'Verdict:',
    help: 'exit 3 unless these operations are tested',
    reproduces: true,
  },
  baseline: {
    flag: '--baseline <file>',
    kind: { type: 'file' },
    group: 'Accepted differences:',
    help: 'the accepted differences, from `touchstone baseline`',
    reproduces: true,
  },
  allowFixed: {
    flag: '--allow-fixed',
    kind: { type: 'switch' },
    group: 'Accepted differences:',
    help: 'do not fail the run if an accepted difference is no longer found',
    reproduces: true,
  },
  compare: {
    flag: '--compare <file>',
    kind: { type: 'text' },
    group: 'Accepted differences:',
    help: 'an earlier run report: fail the run only if it is worse than that run',
    notInConfig: THIS_COMMAND,
  },
  allowWrites: {
    flag: '--allow-writes',
    kind: { type: 'switch' },
    group: 'Writes:',
    help: 'also send updates to a few records, and restore the records',
    reproduces: true,
  },
  allowDestroy: {
    flag: '--allow-destroy',
    kind: { type: 'switch' },
    group: 'Writes:',
    help: 'also remove the users of the fixture removableUserIds, permanently',
    reproduces: true,
  },
  allowScopeAll: {
    flag: '--allow-scope-all',
    kind: { type: 'switch' },
    group: 'Writes:',
    help: 'also send bulk updates of all records, and restore the records',
    reproduces: true,
  },
  bulkScope: {
    flag: '--bulk-scope <word>',
    kind: { type: 'text' },
    group: 'Writes:',
    help: 'the scope that limits a bulk update to the listed records',
    default: 'Only',
    reproduces: true,
  },
  consistencyWindowMs: {
    flag: '--consistency-window <time>',
    kind: { type: 'duration' },
    group: 'Writes:',
    help: 'how long a write may take to become visible',
    default: 5000,
    reproduces: true,
  },
  taskTimeoutMs: {
    flag: '--task-timeout <time>',
    kind: { type: 'duration' },
    group: 'Writes:',
    help: 'how long a bulk update may take',
    default: 60_000,
    reproduces: true,
  },
  journal: {
    flag: '--journal <file>',
    kind: { type: 'file' },
    group: 'Writes:',
    help: 'the file for `touchstone undo`',
    defaultText: '.touchstone/journal-RUN.jsonl',
  },
  budget: {
    flag: '--budget <budget>',
    kind: { type: 'choice', of: BUDGETS },
    group: 'Run:',
    help: 'quick: at most 150 requests; standard: enough to notice all known deviations; thorough: many more filters and sorts',
    default: 'standard',
    reproduces: true,
  },
  maxRequests: {
    flag: '--max-requests <number>',
    kind: { type: 'number', minimum: 1, maximum: 1_000_000, whole: true },
    group: 'Run:',
    help: 'send at most this many requests for reads, with the checks that notice most within them',
    defaultText: '150 with --budget quick',
    reproduces: true,
  },
  dryRun: {
    flag: '--dry-run',
    kind: { type: 'switch' },
    group: 'Run:',
    help: 'print the maximum number of requests; with writes allowed, also list the records to write to',
    notInConfig: THIS_COMMAND,
  },
  seed: {
    flag: '--seed <number>',
    kind: { type: 'number', minimum: 0, maximum: 2 ** 32 - 1, whole: true },
    group: 'Run:',
    help: 'the random seed; the same seed sends the same requests',
    reproduces: true,
  },
  concurrency: {
    flag: '--concurrency <number>',
    kind: { type: 'number', minimum: 1, maximum: 1000, whole: true },
    group: 'Run:',
    help: 'maximum number of requests in flight',
    default: 10,
    reproduces: true,
  },
  rps: {
    flag: '--rps <number>',
    kind: { type: 'number', minimum: 0.001, maximum: 1_000_000, whole: false },
    group: 'Run:',
    help: 'maximum number of requests per second',
    defaultText: 'no limit',
    reproduces: true,
  },
  timeoutMs: {
    flag: '--timeout <time>',
    kind: { type: 'duration' },
    group: 'Run:',
    help: 'how long to wait for a response, such as 30s or 500 (milliseconds)',
    default: 30_000,
    reproduces: true,
  },
  shard: {
    flag: '--shard <index/total>',
    kind: { type: 'text' },
    group: 'Shards:',
    help: 'run one part of the checks, such as 2/8, writes, or auto to read the index and the number of jobs from the environment; see `touchstone merge`',
    notInConfig: 'every shard of a run reads the same file',
    reproduces: true,
  },
  balance: {
    flag: '--balance <file>',
    kind: { type: 'text' },
    group: 'Shards:',
    help: 'an earlier run report: divide the checks by the time that they took; the same file for all shards',
    notInConfig: THIS_COMMAND,
    reproduces: true,
  },
  reports: {
    flag: '--report <kind=file>',
    kind: { type: 'pairs', names: Object.fromEntries(REPORT_KINDS.map((kind) => [kind, ''])) },
    group: 'Output:',
    help: `write a report; kind is one of ${REPORT_KINDS.join(', ')}; - is standard output`,
  },
  traceUrl: {
    flag: '--trace-url <url>',
    kind: { type: 'text', pattern: '^https?://.*\\{traceId\\}', such: 'https://traces.example/trace/{traceId}' },
    group: 'Output:',
    help: 'link the trace of each finding in HTML and Markdown: https://traces.example/trace/{traceId}',
  },
  bodies: {
    flag: '--bodies <kind=mode>',
    kind: {
      type: 'pairs',
      names: Object.fromEntries(REPORT_KINDS.filter((kind) => !BADGES.has(kind)).map((kind) => [kind, ''])),
      pattern: `^(${BODIES.join('|')})$`,
      such: 'masked',
    },
    group: 'Output:',
    help: `what a kind of report shows of bodies: ${BODIES.join(', ')} (see docs/privacy.md)`,
    defaultText: 'full for json and html, masked for the others',
  },
  masks: {
    flag: '--mask <pointer>',
    kind: { type: 'texts' },
    group: 'Output:',
    help: 'also mask the values at this place, a JSON Pointer with * for any member: /items/*/country',
    defaultText: 'names, e-mail addresses, notes and contact data',
  },
  history: {
    flag: '--history <folder>',
    kind: { type: 'file' },
    group: 'Output:',
    help: 'append the run to the history in this folder, for `touchstone history`',
  },
  color: {
    flag: '--no-color',
    kind: { type: 'switch' },
    group: 'Output:',
    help: 'disable colours, as NO_COLOR in the environment does',
    notInConfig: 'it is about a terminal',
  },
  bail: {
    flag: '--bail <number>',
    kind: { type: 'number', minimum: 1, maximum: 1_000_000, whole: true },
    group: 'Output:',
    help: 'stop after so many failed checks; the others are inconclusive',
    notInConfig: THIS_COMMAND,
  },
  verbose: {
    flag: '--verbose',
    kind: { type: 'switch' },
    group: 'Output:',
    help: 'print every check as it is decided, not failures alone',
    notInConfig: THIS_COMMAND,
  },
  quiet: {
    flag: '-q, --quiet',
    kind: { type: 'switch' },
    group: 'Output:',
    help: 'print the summary only, without progress and notes',
    notInConfig: THIS_COMMAND,
  },
} as const satisfies Readonly<Record<string, Option>>;

export type OptionKey = keyof typeof OPTIONS;

export const OPTION_KEYS = Object.keys(OPTIONS) as readonly OptionKey[];

/** The values of options by key. */
export type OptionValues = { readonly [Key in OptionKey]: ValueOf<(typeof OPTIONS)[Key]['kind']> };

type Defaulted = { [Key in OptionKey]: (typeof OPTIONS)[Key] extends { default: unknown } ? Key : never }[OptionKey];

/** The values of the options that have a default. */
export const DEFAULTS = Object.fromEntries(
  Object.entries(OPTIONS).flatMap(([key, option]) => ('default' in option ? [[key, option.default]] : [])),
) as { readonly [Key in Defaulted]: OptionValues[Key] };
