import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool, fetch as undiciFetch } from 'undici';
import type { Fetch } from './oauth2.js';
import { tunnelPool } from './tunnel-pool.js';

/** How long a proxy may take to connect to a token endpoint, in milliseconds. */
const TOKEN_TUNNEL_MS = 30_000;

/** The proxies of a run: a URL for each scheme, and the hosts that are reached without one. */
export interface Proxies {
  readonly http?: string;
  readonly https?: string;
  /** As NO_PROXY: hosts and domains, each with a port if wanted, separated by commas; `*` for all. */
  readonly except?: string;
}

/** The address to connect to for a host and a port, instead of those that DNS returns. */
export interface Resolution {
  readonly host: string;
  readonly port: number;
  readonly address: string;
}

/** How the network reaches a target. Certificates and keys are PEM texts. */
export interface Network {
  readonly proxies?: Proxies;
  /** Certificates of authorities to trust in addition to those of Node. */
  readonly ca?: string;
  /** The client certificate and its private key. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Has no effect through a proxy, which resolves names itself. */
  readonly resolve?: readonly Resolution[];
  /** Accepts any certificate of the target. */
  readonly insecure?: boolean;
}

/** The limits of a connection; times are in milliseconds. */
interface Limits {
  readonly connections: number;
  readonly timeoutMs: number;
  readonly maxHeaderSize: number;
}

/** The connections to one origin. */
export interface Link {
  readonly dispatcher: Dispatcher;
  /** The error behind a failed request: the TLS alert with which the target closed its connection, if there was one. */
  errorBehind(error: unknown): unknown;
  close(): Promise<void>;
}

/** Opens connections to one origin as requests need them; `certified` adds the client certificate. */
export function linkTo(origin: string, network: Network, certified: boolean, limits: Limits): Link {
  const { connections, timeoutMs, maxHeaderSize } = limits;
  const options = { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, maxHeaderSize };
  const tls = tlsOf(network, certified);
  const { connect, alerts } = recordingConnector({ timeout: timeoutMs, ...tls }, network.resolve);
  const dispatcher =
    network.proxies === undefined
      ? new Pool(origin, { ...options, connect })
      : new EnvHttpProxyAgent({
          ...options,
          connect,
          requestTls: { timeout: timeoutMs, ...tls },
          ...proxyOptions(network.proxies, tls, timeoutMs),
        });
  return {
    dispatcher,
    errorBehind: (error) => alerts.get(localPortOf(error) ?? 0) ?? error,
    close: () => dispatcher.destroy(),
  };
}

/**
 * A connector that keeps the TLS alerts of its connections by local port: with TLS 1.3 a client certificate is rejected
 * after the handshake, and undici reports only that the connection was closed.
 */
function recordingConnector(options: buildConnector.BuildOptions, resolutions?: readonly Resolution[]) {
  const connector = resolvingConnector(options, resolutions);
  const alerts = new Map<number, Error>();
  const connect: buildConnector.connector = (target, callback) => {
    connector(target, (...[error, socket]: buildConnector.CallbackArgs) => {
      // A failed connection has an error and no socket, whatever the types say.
      if (!socket) return callback(error ?? new Error('there is no connection'), null);
      // A connection that is closed already has no port, and no alert to wait for.
      const { localPort = -1 } = socket;
      alerts.delete(localPort);
      socket.once('error', (alert: NodeJS.ErrnoException) => {
        if (alert.code?.startsWith('ERR_SSL_')) alerts.set(localPort, alert);
      });
      callback(null, socket);
    });
  };
  return { connect, alerts };
}

/** A connector that connects to the given addresses; the name of the host still decides the certificate. */
function resolvingConnector(
  options: buildConnector.BuildOptions,
  resolutions: readonly Resolution[] = [],
): buildConnector.connector {
  const plain = buildConnector(options);
  const own = resolutions.map(({ address, ...of }) => {
    const lookup: LookupFunction = (_host, { all }, done) => {
      const family = isIP(address);
      if (all === true) done(null, [{ address, family }]);
      else done(null, address, family);
    };
    return { ...of, connector: buildConnector({ ...options, lookup }) };
  });
  return (target, callback) => {
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
    const found = own.find((one) => one.host === target.hostname.toLowerCase() && one.port === port);
    (found?.connector ?? plain)(target, callback);
  };
}

function localPortOf(error: unknown): number | undefined {
  return (error as { readonly socket?: { readonly localPort?: number } | null } | null)?.socket?.localPort;
}

/** A fetch for token endpoints, which may require the client certificate too, and how to close it. */
export function fetchOver(network: Network): { readonly fetch: Fetch; close(): Promise<void> } {
  const tls = tlsOf(network, true);
  const dispatcher =
    network.proxies === undefined
      ? new Agent({ connect: resolvingConnector(tls, network.resolve) })
      : new EnvHttpProxyAgent({ connect: tls, requestTls: tls, ...proxyOptions(network.proxies, tls) });
  // The types of the response are those of Node, of which undici has its own copy.
  const fetch: Fetch = (url, init) => undiciFetch(url, { ...(init as object), dispatcher }) as never;
  return { fetch, close: () => dispatcher.destroy() };
}

/** The options of a TLS connection; `certified` adds the client certificate. */
export function tlsOf({ ca, certificate, insecure = false }: Network, certified: boolean) {
  return {
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    ...(certified && certificate),
    ...(insecure && { rejectUnauthorized: false }),
  };
}

/** An empty text keeps undici from reading the variable of the environment. */
function proxyOptions(
  { http = '', https = '', except = '' }: Proxies,
  tls: ReturnType<typeof tlsOf>,
  timeoutMs: number = TOKEN_TUNNEL_MS,
) {
  return {
    httpProxy: http,
    httpsProxy: https,
    noProxy: except,
    proxyTls: tls,
    proxyTunnel: false,
    clientFactory: (proxy: URL, options: object) => tunnelPool(proxy, options, timeoutMs),
  };
}
