import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type Network, tlsOf } from './network.js';

/** A host and a port to connect to; `address` stands for the host if it is given. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly address?: string;
}

/** What a TLS handshake shows of the server, whether its certificate is trusted or not. */
export interface Handshake {
  readonly version: string;
  /** The name in the certificate, and the authority that signed it. */
  readonly name: string;
  readonly issuer: string;
  /** When the certificate expires, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Why the certificate is not trusted for this host; `null` if it is. */
  readonly problem: Error | null;
}

/** The place that a URL names. */
export function placeOf({ hostname, protocol, port }: URL, { resolve = [] }: Network = {}): Place {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const number = Number(port || (protocol === 'https:' ? 443 : 80));
  const own = resolve.find((one) => one.host === hostname.toLowerCase() && one.port === number);
  return { host, port: number, ...(own !== undefined && { address: own.address }) };
}

/** The addresses of a host; throws the error of the resolver. */
export async function addressesOf(host: string, timeoutMs: number): Promise<readonly string[]> {
  const late = new AbortController();
  try {
    const found = await Promise.race([
      lookup(host, { all: true }),
      sleep(timeoutMs, undefined, { signal: late.signal }).then(() => Promise.reject(timedOut())),
    ]);
    return found.map(({ address }) => address);
  } finally {
    late.abort();
  }
}

/** Opens and closes a TCP connection; the address that it led to, and how long it took in milliseconds. */
export async function reach(
  place: Place,
  timeoutMs: number,
): Promise<{ readonly address: string; readonly ms: number }> {
  const start = performance.now();
  const socket = await opened(
    connectTcp({ host: place.address ?? place.host, port: place.port }),
    'connect',
    timeoutMs,
  );
  const { remoteAddress = '' } = socket;
  socket.destroy();
  return { address: remoteAddress, ms: performance.now() - start };
}

/** The TLS handshake with a place, through a proxy if there is one; throws if there is none. */
export async function handshakeWith(
  place: Place,
  { proxy, network, timeoutMs }: { readonly proxy: URL | null; readonly network: Network; readonly timeoutMs: number },
): Promise<Handshake> {
  const { host, port, address = host } = place;
  const socket = proxy === null ? connectTcp({ host: address, port }) : await tunnel(place, proxy, network, timeoutMs);
  // A certificate that is not trusted is described too; nothing is sent over this connection.
  const options = { ...tlsOf(network, true), rejectUnauthorized: false };
  const tls = connectTls({ ...options, socket, host, ...(isIP(host) === 0 && { servername: host }) });
  socket.on('error', (error) => tls.destroy(error));
  const secure = await opened(tls, 'secureConnect', timeoutMs);
  const shown = handshakeOf(secure);
  secure.destroy();
  return shown;
}

function handshakeOf(socket: TLSSocket): Handshake {
  const { subject, issuer, valid_to: until } = socket.getPeerCertificate();
  return {
    version: socket.getProtocol() ?? '',
    name: nameIn(subject),
    issuer: nameIn(issuer),
    expiresAt: Date.parse(until),
    problem: socket.authorized ? null : asError(socket.authorizationError),
  };
}

/** The types say an Error; Node gives its code as a text in some cases. */
function asError(problem: unknown): Error {
  return problem instanceof Error ? problem : Object.assign(new Error(String(problem)), { code: String(problem) });
}

function nameIn(names: { readonly CN?: unknown; readonly O?: unknown } | undefined): string {
  const name = names?.CN ?? names?.O;
  return typeof name === 'string' ? name : '(no name)';
}

/** A connection to a place through a proxy; throws an error with the code TOUCHSTONE_PROXY_407 if the proxy refuses it. */
function tunnel({ host, port }: Place, proxy: URL, network: Network, timeoutMs: number): Promise<Socket> {
  const path = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const user = [proxy.username, proxy.password].map(decodeURIComponent).join(':');
  const headers = {
    host: path,
    ...(proxy.username !== '' && { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` }),
  };
  const { host: hostname, port: number } = placeOf(proxy);
  const request = proxy.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const options = { host: hostname, port: number, method: 'CONNECT', path, headers };
    const connecting = request({ ...tlsOf(network, true), ...options });
    const timer = setTimeout(() => connecting.destroy(timedOut()), timeoutMs);
    connecting.on('close', () => clearTimeout(timer));
    connecting.on('error', reject);
    const refused = (status = 0) => Object.assign(new Error(), { code: `TOUCHSTONE_PROXY_${status}` });
    connecting.on('connect', ({ statusCode }, socket) => {
      clearTimeout(timer);
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(refused(statusCode));
    });
    connecting.on('response', ({ statusCode }) => {
      connecting.destroy();
      reject(refused(statusCode));
    });
    connecting.end();
  });
}

/** A socket once it is open; the time limit is one for the whole, however often bytes arrive. */
function opened<Of extends Socket>(socket: Of, event: string, timeoutMs: number): Promise<Of> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(timedOut()), timeoutMs);
    socket.on('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      reject(Object.assign(new Error(), { code: 'ECONNRESET' }));
    });
    socket.once(event, () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

function timedOut(): Error {
  return Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });
}
