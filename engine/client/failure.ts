import type { Check } from '../../schemas/generated/touchstone.js';

/**
 * Why there is no usable response of the target itself. `transport`: no connection, or it broke; `timeout`: no complete
 * response in time; `unauthorized`: 401 although the credential was sent; `forbidden`: 403; `rate-limited`: 429 for
 * longer than the client waits; `server-error`: 5xx; `limit`: the response exceeds a limit of touchstone.
 */
export type Cause = NonNullable<Check['cause']>;

/** Why there was no response: what happened, and what the user can do about it. */
export interface Failure {
  /**
   * `protocol`: the bytes received are not a valid HTTP response. `network`: a connection broke, or broke while it was
   * being established. `uncertified`: TLS refused a connection that deliberately had no client certificate. `unsent`: the
   * target was already gone. `unrecorded`: the recording that stands for the target lacks the response. The others: there
   * was no usable response.
   */
  readonly kind:
    | 'name'
    | 'refused'
    | 'tls'
    | 'timeout'
    | 'protocol'
    | 'too-large'
    | 'coding'
    | 'unsendable'
    | 'uncertified'
    | 'aborted'
    | 'unsent'
    | 'unrecorded'
    | 'network';
  readonly message: string;
  readonly hint: string;
  /** Why the target was gone, if the kind does not show it. */
  readonly cause?: Cause;
}

interface CodedError {
  readonly code?: unknown;
  readonly name?: string;
  readonly message?: string;
  readonly cause?: unknown;
  readonly errors?: readonly CodedError[];
}

interface Known extends Failure {
  readonly codes: RegExp;
}

/** The failure of every request after an interrupt. */
export const INTERRUPTED: Failure = { kind: 'aborted', message: 'the run was interrupted', hint: 'Run it again.' };

/** What to do about a proxy that does not serve. */
const CHECK_PROXY = 'Check --proxy, HTTP_PROXY, HTTPS_PROXY and NO_PROXY, and the user name and password of the proxy.';
const INSPECT = 'Inspect the raw response, e.g. with curl -v.';

/** Errors of Node, its TLS, its HTTP parser and undici, by code or else by name; the first match counts. */
const KNOWN: readonly Known[] = [
  {
    codes: /^(ENOTFOUND|EAI_\w+)$/,
    kind: 'name',
    message: 'the host name cannot be resolved',
    hint: 'Check the host in the base URL.',
  },
  {
    codes: /^ECONNREFUSED$/,
    kind: 'refused',
    message: 'the connection was refused',
    hint: 'Check the host and port, and that the target is running.',
  },
  {
    codes: /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    kind: 'refused',
    message: 'the host cannot be reached',
    hint: 'Check the host and port, and the network between here and the target.',
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    kind: 'tls',
    message: 'the certificate is for another host',
    hint: 'Use the host name of the certificate in the base URL.',
  },
  {
    codes: /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST)$/,
    kind: 'tls',
    message: 'the port does not speak TLS',
    hint: 'Write http: in the base URL, or give the port that speaks TLS.',
  },
  {
    codes: /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/,
    kind: 'tls',
    message: 'the certificate is not valid at this time',
    hint: 'Renew the certificate of the target, or check the clock of this machine.',
  },
  {
    codes: /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_)/,
    kind: 'tls',
    message: 'the certificate is not trusted',
    hint: 'Give the certificate of the authority that signed it with --ca FILE, or with NODE_EXTRA_CA_CERTS=FILE.',
  },
  {
    codes:
      /^ERR_SSL_(TLSV\w+_ALERT_(CERTIFICATE|UNKNOWN_CA|ACCESS)|SSLV3_ALERT_(BAD_CERTIFICATE|CERTIFICATE|HANDSHAKE))/,
    kind: 'tls',
    message: 'the target did not accept the client certificate, or requires one',
    hint: 'Give the client certificate and its key with --cert FILE --key FILE.',
  },
  {
    codes: /^(ERR_TLS_|ERR_SSL_|EPROTO$|HOSTNAME_MISMATCH)/,
    kind: 'tls',
    message: 'the TLS connection failed',
    hint: 'Check the scheme, the port and the TLS versions that the target offers.',
  },
  {
    codes: /^(UND_ERR_ABORTED|UND_ERR_PRX_TLS|TOUCHSTONE_PROXY_\d+)$/,
    kind: 'refused',
    message: 'the proxy refused the connection',
    hint: CHECK_PROXY,
  },
  {
    codes: /^TOUCHSTONE_PROXY_CLOSED$/,
    kind: 'refused',
    message: 'the proxy closed the connection',
    hint: CHECK_PROXY,
  },
  {
    codes: /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/,
    kind: 'timeout',
    message: 'the connection timed out',
    hint: 'Check the host and port; a firewall may drop packets. Or increase --timeout.',
  },
  {
    codes: /^(UND_ERR_(HEADERS|BODY)_TIMEOUT|TOUCHSTONE_SLOW)$/,
    kind: 'timeout',
    message: 'the response did not complete in time',
    hint: 'Increase --timeout.',
  },
  {
    codes: /^TOUCHSTONE_UNRECORDED$/,
    kind: 'unrecorded',
    message: 'the recording of the run lacks the response',
    hint: 'Run the checks against the target.',
  },
  {
    codes: /^UND_ERR_HEADERS_OVERFLOW$/,
    kind: 'too-large',
    message: 'the response headers are too large, over 64 KB',
    hint: INSPECT,
  },
  {
    codes: /^(TOUCHSTONE_TOO_LARGE|ERR_BUFFER_TOO_LARGE)$/,
    kind: 'too-large',
    message: 'the response body is too large, over 16 MB',
    hint: 'Test a tenant with less data.',
  },
  {
    codes: /^TOUCHSTONE_VALUES$/,
    kind: 'too-large',
    message: 'the response holds more than 250,000 values',
    hint: 'Test a tenant with less data, or check that the target pages its lists.',
  },
  {
    codes: /^TOUCHSTONE_CHARACTERS$/,
    kind: 'too-large',
    message: 'the response holds a string of more than 1,000,000 characters',
    hint: 'Test a tenant without such a value.',
  },
  {
    codes: /^TOUCHSTONE_CODING$/,
    kind: 'coding',
    message: 'the content-encoding of the response is not supported',
    hint: 'Configure the target to use gzip, deflate, br or no content-encoding.',
  },
  {
    codes: /^TOUCHSTONE_CODINGS$/,
    kind: 'coding',
    message: 'the response has more than 3 content-encodings',
    hint: 'Configure the target to use gzip, deflate, br or no content-encoding.',
  },
  {
    codes: /^(Z_.*|ERR__ERROR_.*|ERR_PADDING_.*|ERR_BROTLI.*)$/,
    kind: 'protocol',
    message: 'the response body does not match its content-encoding',
    hint: INSPECT,
  },
  {
    codes: /^(UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_RESPONSE|HPE_.*|HTTPParserError)$/,
    kind: 'protocol',
    message: 'the response is not a valid HTTP message',
    hint: INSPECT,
  },
  {
    codes: /^(UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED|ERR_INVALID_.*)$/,
    kind: 'unsendable',
    message: 'the request cannot be sent',
    hint: 'Check the headers and paths that you gave.',
  },
];

/** Codes of touchstone itself, which mean nothing to a user; that of a refusal by a proxy contains its status. */
const OWN = /^TOUCHSTONE_(?!PROXY_\d)/;

/**
 * Classifies an error from undici or Node; the innermost code of an aggregate error or of a chain of causes decides.
 * `answering` means that the response headers had arrived, so a broken connection truncated the response.
 */
export function failureOf(error: unknown, answering: boolean): Failure {
  const { code, name = '', message = String(error) } = innermost(error as CodedError);
  const detail = typeof code === 'string' ? code : message;
  const shown = typeof code === 'string' && OWN.test(code) ? '' : ` (${detail})`;
  const known = KNOWN.find(({ codes }) => codes.test(typeof code === 'string' ? code : name));
  if (known !== undefined) return { kind: known.kind, message: `${known.message}${shown}`, hint: known.hint };
  if (answering) {
    const hint = 'Compare the body with its content-length, e.g. with curl -v.';
    return { kind: 'protocol', message: `the response ended early (${detail})`, hint };
  }
  const hint = 'Check the network between here and the target, and the scheme: the port may accept only https:.';
  return { kind: 'network', message: `the connection broke (${detail})`, hint };
}

/**
 * A failure to connect through a proxy is one of the proxy: the target is connected to by the proxy. `proxy` is its URL, or
 * `null` without one; what it contains in front of the host is a secret.
 */
export function throughProxy(failure: Failure, proxy: URL | null): Failure {
  const { kind, hint, message } = failure;
  if (proxy === null || (kind !== 'name' && kind !== 'refused') || hint === CHECK_PROXY) return failure;
  return { ...failure, message: `the proxy ${proxy.host} cannot be reached: ${message}`, hint: CHECK_PROXY };
}

function innermost(error: CodedError): CodedError {
  const next = error.errors?.[0] ?? error.cause;
  if (error.code !== undefined || next === undefined || next === null) return error;
  return innermost(next as CodedError);
}
