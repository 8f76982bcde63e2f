import { STATUS_CODES } from 'node:http';
import type { Har, Header } from 'har-format';
import type { Exchange, RunReport } from '../schemas/generated/touchstone.js';
import { counted } from './numbers.js';

type Entry = Har['log']['entries'][number];

function headers(named: Readonly<Record<string, string>>): Header[] {
  return Object.entries(named).map(([name, value]) => ({ name, value }));
}

/** The name-value pairs of a query string; empty for an invalid URL. */
function queryString(url: string): Header[] {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}

function header(named: Readonly<Record<string, string>>, wanted: string): string {
  return Object.entries(named).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}

/** A request body as it was sent. */
function postData(named: Readonly<Record<string, string>>, text: string): { mimeType: string; text: string } {
  return { mimeType: header(named, 'content-type') || 'x-unknown', text };
}

/** HAR requires a response. Without one, the status is 0 (as browsers write it) and a comment gives the reason. */
function response({ response, error }: Exchange): Entry['response'] {
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  if (response === null) {
    return {
      ...common,
      status: 0,
      statusText: '',
      headers: [],
      content: { size: 0, mimeType: 'x-unknown' },
      redirectURL: '',
      bodySize: -1,
      comment: `no response: ${error ?? 'unknown reason'}`,
    };
  }
  const cut = response.truncated ? { comment: `truncated: the body has ${counted(response.bodyBytes, 'byte')}` } : {};
  const mimeType = header(response.headers, 'content-type') || 'x-unknown';
  return {
    ...common,
    status: response.status,
    statusText: STATUS_CODES[response.status] ?? '',
    headers: headers(response.headers),
    content: { size: response.bodyBytes, mimeType, text: response.body, ...cut },
    redirectURL: header(response.headers, 'location'),
    bodySize: -1,
  };
}

function entry(exchange: Exchange, users: readonly string[]): Entry {
  const { request, startedAt, durationMs, attempts } = exchange;
  const retries = attempts > 1 ? [`sent ${attempts} times`] : [];
  const comment = [exchange.id, ...users, ...retries].join(', ');
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headers(request.headers),
      queryString: queryString(request.url),
      ...(request.body !== undefined && { postData: postData(request.headers, request.body) }),
      headersSize: -1,
      bodySize: -1,
    },
    response: response(exchange),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment,
  };
}

/** The checks and observations that refer to each exchange, by the id of the exchange. */
function usersOf({ checks, observations }: RunReport): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  const add = (exchange: string | null, user: string) => {
    if (exchange !== null) users.set(exchange, (users.get(exchange) ?? new Set()).add(user));
  };
  for (const { id, findings } of checks) for (const { exchange } of findings) add(exchange, id);
  for (const { exchange, operation, clause } of observations) add(exchange, `${operation}/${clause}`);
  return users;
}

/**
 * The exchanges of a run report as an HTTP Archive (HAR 1.2), in the order in which they were sent. Each comment lists
 * the checks that refer to the exchange. The report has only the total time of an exchange, so all of it counts as wait.
 */
export function renderHar(report: RunReport): string {
  const users = usersOf(report);
  const sent = [...report.exchanges].sort((a, b) =>
    a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : 0,
  );
  const har: Har = {
    log: {
      version: '1.2',
      creator: { name: 'touchstone', version: report.touchstone },
      entries: sent.map((exchange) => entry(exchange, [...(users.get(exchange.id) ?? [])])),
      comment: `The exchanges behind the findings and observations for ${report.target.baseUrl}, with secrets redacted.`,
    },
  };
  return `${JSON.stringify(har, null, 2)}\n`;
}
