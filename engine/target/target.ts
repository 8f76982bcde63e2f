import { fixtureNames } from '../../contract/samples.js';
import type { Binding, Fixtures, Method, Operation } from '../../contract/types.js';
import { secretsOf as secretsOfAuth, staticHeaders } from '../access/auth.js';
import { networkSecrets } from '../access/network-secrets.js';
import type { Tokens } from '../access/tokens.js';
import { assertOneCredential } from './credential-header.js';
import { type Credential, credentialsIn, type SimilarCredential, type WrongCredential } from './credentials.js';
import type { TargetOptions, WireForm } from './options.js';
import { isRecordId } from './record-id.js';
import { suggest } from './suggest.js';
import { UsageError } from './usage-error.js';

/** The implementation under test, resolved: its address, how its operations are bound, and the given fixtures. */
export interface Target {
  readonly baseUrl: string;
  readonly origin: string;
  readonly wireForm: WireForm;
  readonly fixtures: Fixtures;
  /** The bindings that the user gave, by operation id. */
  readonly bindings: Readonly<Record<string, Binding>>;
  /** The given credentials in every form in which they could occur in a response, which must not repeat them. */
  readonly secrets: readonly string[];
  /** Values that must never be written: the token and the values of headers, as a whole and in parts. */
  readonly withheld: readonly string[];
  /** Names of the headers that the user gave. */
  readonly headerNames: readonly string[];
  /** Whether a credential was given, so that requests without it can be tested. */
  readonly hasCredential: boolean;
  /** What a request can carry in place of the credential; a client certificate can only be left out. */
  readonly unauthorized: readonly WrongCredential[];
  /** The changes that make the credential a wrong one, whatever the target does with it. */
  readonly similar: readonly SimilarCredential[];
  /** Whether the client certificate is the credential, so that a request without it has a connection of its own. */
  readonly isCertified: boolean;
  /** How the options of the command line describe the credential, without its secrets. */
  readonly authWords: Readonly<Record<string, string>>;
  readonly networkWords: NonNullable<TargetOptions['networkWords']>;
  /** Whether certificates of the target are not verified. */
  readonly insecure: boolean;
  headers(credential: Credential): Readonly<Record<string, string>>;
  /** The absolute path of a relative one such as `api/x`. */
  path(relative: string): string;
  binding(operation: Operation): Binding;
}

/** Headers that HTTP itself sets for each connection and message. */
const RESERVED = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** A shorter credential occurs in data by chance. */
const MIN_SECRET_LENGTH = 8;

const METHODS: readonly Method[] = ['GET', 'PATCH', 'POST', 'DELETE'];

/**
 * Resolves the options of a target; throws a `UsageError` for invalid ones. `tokens` are those of a credential that is
 * fetched, and change during a run.
 */
export function resolveTarget(
  options: TargetOptions,
  operations: readonly Operation[],
  tokens: Tokens | null = null,
): Target {
  const url = parseBaseUrl(options.baseUrl);
  const prefix = url.pathname.replace(/\/+$/, '');
  const given = Object.fromEntries(Object.entries(options.headers ?? {}).map(([k, v]) => [k.toLowerCase(), v]));
  const { auth, network = {} } = options;
  assertOneCredential(given, options);
  if (options.token !== undefined) given.authorization = `Bearer ${options.token}`;
  Object.assign(given, staticHeaders(auth), tokens && { authorization: `Bearer ${tokens.current}` });
  assertHeaders(given);
  const fixtures = options.fixtures ?? {};
  assertFixtures(fixtures);
  const bindings = parseBindings(options.bindings ?? {}, operations);
  const keyHeader = auth?.kind === 'apiKey' ? auth.header.toLowerCase() : '';
  const credentials = credentialsIn(given, keyHeader);
  const isCertified = !credentials.hasHeader && network.certificate !== undefined;
  const withheld = [...credentials.withheld, ...secretsOfAuth(auth), ...networkSecrets(network)];
  const fetched = () => tokens?.all ?? [];
  return {
    baseUrl: baseUrlOf(url),
    origin: url.origin,
    wireForm: options.wireForm ?? 'object',
    fixtures,
    bindings,
    get secrets() {
      return [...new Set([...credentials.secrets, ...fetched()])].filter(({ length }) => length >= MIN_SECRET_LENGTH);
    },
    get withheld() {
      return [...new Set([...withheld, ...fetched()])];
    },
    headerNames: Object.keys(given),
    hasCredential: credentials.hasHeader || isCertified,
    unauthorized: isCertified ? ['none'] : ['none', 'empty', 'wrong'],
    similar: credentials.similar,
    isCertified,
    authWords: options.authWords ?? {},
    networkWords: options.networkWords ?? {},
    insecure: network.insecure ?? false,
    headers: (credential) => credentials.headers[credential],
    path: (relative) => `${prefix}/${relative.replace(/^\/+/, '')}`,
    binding: (operation) => bindings[operation.id] ?? operation.binding,
  };
}

/** Whether requests to a target would carry a token, headers of the user or a client certificate. */
export function hasCredentials({ token, headers = {}, auth, network }: Partial<TargetOptions>): boolean {
  const given = token ?? auth ?? network?.certificate;
  return given !== undefined || Object.keys(headers).length > 0;
}

/** A base URL in canonical form, without trailing slashes, so that equivalent URLs compare equal. */
export function baseUrlOf({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** Parses a base URL; throws a UsageError, which never repeats a password, for an invalid one. */
export function parseBaseUrl(text: string): URL {
  const hint = 'Give the URL that the paths of the operations are relative to, e.g. --base-url https://host.example.';
  // The text before an @ may be a password, so it is not repeated.
  const shown = text.includes('@') ? 'that was given' : JSON.stringify(text);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(`the base URL ${shown} is not a valid URL`, hint);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(
      'the base URL contains a user name or password',
      'Remove it, and give the credential with TOUCHSTONE_TOKEN or --header.',
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const host = /^[\w.-]+:\d+(\/|$)/.test(text);
    const meant = host ? `Add the scheme: --base-url http://${text} or https://${text}.` : hint;
    throw new UsageError(`the base URL ${shown} uses neither http: nor https:`, meant);
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UsageError('the base URL contains a query or a fragment', hint);
  }
  return url;
}

/** Servers accept 8 to 64 KB in all headers of a request. */
const MAX_HEADER_LENGTH = 65_536;

function assertHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) {
      // The text is not repeated: it may be a secret that was pasted in the wrong place.
      throw new UsageError('a header has a name that HTTP does not allow', "Write --header 'Name: value'.");
    }
    if (RESERVED.has(name)) {
      throw new UsageError(`the header ${name} cannot be set: HTTP sets it for each message`, 'Remove it.');
    }
    if (value.length > MAX_HEADER_LENGTH) {
      throw new UsageError(
        `the value of the header ${name} has ${value.length} characters, and at most ${MAX_HEADER_LENGTH} can be sent`,
        'Check the token, and the file or variable that it is read from.',
      );
    }
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      throw new UsageError(
        `the value of the header ${name} holds a character that HTTP does not allow`,
        'Check the value for a line break or a character outside Latin-1.',
      );
    }
  }
}

function assertFixtures(fixtures: Readonly<Record<string, string>>): void {
  const known = fixtureNames;
  for (const [name, value] of Object.entries(fixtures)) {
    if (!known.some((one) => one === name)) throw new UsageError(`unknown fixture "${name}"`, suggest(name, known));
    if (value === '') throw new UsageError(`the fixture ${name} is empty`, `Write --fixture ${name}=ID.`);
    const ids = name.endsWith('Ids') ? value.split(',').map((id) => id.trim()) : [value];
    const wrong = ids.find((id) => !isRecordId(id));
    if (wrong !== undefined) {
      throw new UsageError(
        `--fixture ${name}=${value}: ${JSON.stringify(wrong)} is not an id that the path of a request can contain`,
        'Give an id that exists, or omit the fixture.',
      );
    }
  }
}

function parseBindings(texts: Readonly<Record<string, string>>, operations: readonly Operation[]) {
  return Object.fromEntries(
    Object.entries(texts).map(([id, text]) => {
      const operation = operations.find((candidate) => candidate.id === id);
      const ids = operations.map((candidate) => candidate.id);
      if (operation === undefined) throw new UsageError(`unknown operation "${id}" in a binding`, suggest(id, ids));
      return [id, parseBinding(operation, text)];
    }),
  );
}

function parseBinding(operation: Operation, text: string): Binding {
  const [, method = '', path = ''] = /^([A-Za-z]+)\s+(\S+)$/.exec(text.trim()) ?? [];
  const upper = method.toUpperCase() as Method;
  const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const example = `Write ${operation.id}=${operation.binding.method} /${operation.binding.path}.`;
  if (!METHODS.includes(upper) || !/^[\x21-\x7e]+$/.test(path) || /[?#]|^\w+:\/\//.test(path)) {
    throw new UsageError(`the binding of ${operation.id} is not a method and a path: ${JSON.stringify(text)}`, example);
  }
  if (operation.binding.method === 'GET' && upper !== 'GET') {
    throw new UsageError(`the binding of ${operation.id} must use GET, because the operation only reads`, example);
  }
  const missing = names.filter((name) => !path.includes(`{${name}}`));
  if (missing.length > 0) {
    throw new UsageError(`the binding of ${operation.id} does not contain {${missing.join('}, {')}}`, example);
  }
  const rest = names.reduce((left, name) => left.replaceAll(`{${name}}`, ''), path);
  const [unknown] = /\{[^}]*\}?|\}/.exec(rest) ?? [];
  if (unknown !== undefined) {
    throw new UsageError(
      `the binding of ${operation.id} contains ${unknown}, which is not one of its parameters`,
      example,
    );
  }
  return { method: upper, path };
}
