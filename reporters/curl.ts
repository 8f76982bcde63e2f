import type { Exchange } from '../schemas/generated/touchstone.js';
import { terminalText } from './terminal-text.js';

const REDACTED = '[redacted]';
/** Stands for the last character of a secret that was changed. */
const OTHER_END = '~';
/** Stands for the missing last character of a secret. */
const CUT_END = '-';
/** Stands for the letters of a secret in upper case. */
const UPPER_CASE = '^';
/** The header of the content codings that a client accepts: curl decodes what it has asked for itself. */
const CODINGS = 'accept-encoding';
/** Set by curl or by the connection itself, or useless when a person sends the request again. */
const OWN = new Set(['host', 'connection', 'content-length', 'user-agent', 'traceparent', 'baggage', CODINGS]);

/** Quotes a word for a POSIX shell; text with hidden characters is written as `$'...'`. */
export function literal(text: string): string {
  if (terminalText(text) === text) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = text.replace(/['\\]/g, '\\$&');
  return `$'${terminalText(escaped).replace(/\\u\{([0-9a-f]+)\}/g, (_match, hex: string) => `\\U${hex.padStart(8, '0')}`)}'`;
}

/** A header whose secret comes from an environment variable of the shell that runs the command. */
function fromEnvironment(name: string, value: string): string {
  if (name.toLowerCase() === 'authorization') {
    const [, added = ''] = value.split(REDACTED);
    return `"Authorization: Bearer ${variableOf('TOUCHSTONE_TOKEN', added)}"`;
  }
  const variable = name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_')
    .replace(/^(?=\d)/, '_');
  const quoted = `${name}: ${value}`.replace(/[\\"$`]/g, '\\$&');
  const [, added = ''] = value.split(REDACTED);
  const text = terminalText(quoted)
    .replace(`${REDACTED}${added}`, () => variableOf(variable, added))
    .replaceAll(REDACTED, () => `$${variable}`);
  return `"${text}"`;
}

/** A variable of the shell with what was added to the secret, or with the change that a mark stands for. */
function variableOf(name: string, added: string): string {
  if (added === UPPER_CASE) return `$(printf %s "$${name}" | tr a-z A-Z)`;
  if (added === CUT_END) return `\${${name}%?}`;
  return added === OTHER_END ? `\${${name}%?}${added}` : `$${name}${added}`;
}

function option([name, value]: [string, string]): string {
  if (name.toLowerCase() === 'authorization' && value === `Basic ${REDACTED}`) {
    return '-u "$TOUCHSTONE_USERNAME:$TOUCHSTONE_PASSWORD"';
  }
  if (value.includes(REDACTED)) return `-H ${fromEnvironment(name, value)}`;
  // curl drops a header with nothing after its colon; a semicolon instead sends it empty.
  return `-H ${literal(value === '' ? `${name};` : `${name}: ${value}`)}`;
}

/** Options that keep curl from rewriting the URL: it expands brackets as ranges and resolves dot segments. */
function urlOptions(url: string): string[] {
  return [
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/(\.|%2e){1,2}(?=[/?#]|$)/i.test(url) ? ['--path-as-is'] : []),
  ];
}

/**
 * A command for a POSIX shell that sends the request of an exchange again and prints status, headers and body. An
 * exchange holds no secrets, so the command reads them from variables: `$TOUCHSTONE_TOKEN` for a bearer token,
 * `$TOUCHSTONE_USERNAME` and `$TOUCHSTONE_PASSWORD` for the scheme Basic, the header name in capitals for any other header.
 */
export function curlCommand({ request }: Pick<Exchange, 'request'>): string {
  const { method, url, headers, body } = request;
  return [
    'curl -sSi',
    ...(CODINGS in headers ? ['--compressed'] : []),
    ...(method === 'GET' ? [] : [`-X ${/^\w+$/.test(method) ? method : literal(method)}`]),
    ...urlOptions(url),
    ...Object.entries(headers)
      .filter(([name]) => !OWN.has(name.toLowerCase()))
      .map(option),
    ...(body === undefined ? [] : [`--data-raw ${literal(body)}`]),
    literal(url),
  ].join(' ');
}
