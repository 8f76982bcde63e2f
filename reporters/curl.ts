import type { Exchange } from '../schemas/generated/touchstone.js';
import { terminalText } from './terminal-text.js';

const REDACTED = '[redacted]';
/** Set by curl or by the connection itself, or of no use when a person asks again. */
const OWN = new Set(['host', 'connection', 'content-length', 'user-agent', 'traceparent', 'accept-encoding']);

/** A word that a POSIX shell takes literally; text with hidden characters in it is written with `$'...'`. */
export function literal(text: string): string {
  if (terminalText(text) === text) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = text.replace(/['\\]/g, '\\$&');
  return `$'${terminalText(escaped).replace(/\\u\{([0-9a-f]+)\}/g, (_match, hex: string) => `\\U${hex.padStart(8, '0')}`)}'`;
}

/** A header whose secret comes from the environment of whoever runs the line. */
function fromEnvironment(name: string, value: string): string {
  if (name.toLowerCase() === 'authorization') return '"Authorization: Bearer $TOUCHSTONE_TOKEN"';
  const variable = name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_')
    .replace(/^(?=\d)/, '_');
  const quoted = `${name}: ${value}`.replace(/[\\"$`]/g, '\\$&');
  return `"${terminalText(quoted).replaceAll(REDACTED, `$${variable}`)}"`;
}

function header([name, value]: [string, string]): string {
  if (value.includes(REDACTED)) return `-H ${fromEnvironment(name, value)}`;
  // curl drops a header that is written with nothing after its colon; a semicolon sends it empty.
  return `-H ${literal(value === '' ? `${name};` : `${name}: ${value}`)}`;
}

/** What keeps curl from rewriting the URL: brackets are ranges to it, and dot segments are resolved. */
function urlOptions(url: string): string[] {
  return [
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/(\.|%2e){1,2}(?=[/?#]|$)/i.test(url) ? ['--path-as-is'] : []),
  ];
}

/**
 * A line for a POSIX shell that sends the request of an exchange again and shows status, headers and body. Secrets are
 * not in the exchange, so their places are taken by variables of the shell: `$TOUCHSTONE_TOKEN` for the bearer token,
 * the header's name in capitals for any other.
 */
export function curlCommand({ request }: Pick<Exchange, 'request'>): string {
  const { method, url, headers, body } = request;
  return [
    'curl -sSi',
    ...(method === 'GET' ? [] : [`-X ${/^\w+$/.test(method) ? method : literal(method)}`]),
    ...urlOptions(url),
    ...Object.entries(headers)
      .filter(([name]) => !OWN.has(name.toLowerCase()))
      .map(header),
    ...(body === undefined ? [] : [`--data-raw ${literal(body)}`]),
    literal(url),
  ].join(' ');
}
