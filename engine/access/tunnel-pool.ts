import { type Dispatcher, Pool } from 'undici';

type Connect = (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;

/**
 * The connections to a proxy that tunnels. A proxy that closes its connection in place of a response rejects the tunnel with
 * the code `TOUCHSTONE_PROXY_CLOSED`: undici repeats such a CONNECT without end, and no time-out ends it. `timeoutMs` limits
 * how long the proxy may take to respond.
 */
export function tunnelPool(proxy: URL, options: object, timeoutMs: number): Pool {
  const pool = new Pool(proxy, { ...options, headersTimeout: timeoutMs });
  const tunnel = pool.connect.bind(pool) as Connect;
  const connect: Connect = (to) =>
    tunnel(to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'UND_ERR_SOCKET') throw error;
      throw Object.assign(new Error('the proxy closed the connection'), { code: 'TOUCHSTONE_PROXY_CLOSED' });
    });
  return Object.assign(pool, { connect });
}
