import type { Proxies } from './network.js';

/**
 * The proxy that requests to a URL go through; `null` if they go directly. The same choice as that of undici's
 * EnvHttpProxyAgent, which does not report it.
 */
export function proxyFor(url: URL, { http, https, except = '' }: Proxies = {}): URL | null {
  const proxy = url.protocol === 'https:' ? https || http : http;
  if (!proxy || isExcepted(url, except)) return null;
  return new URL(proxy);
}

function isExcepted({ protocol, hostname, port }: URL, except: string): boolean {
  if (except === '*') return true;
  const own = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return except
    .split(/[,\s]/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, host = entry, only = own] = /^(.+):(\d+)$/.exec(entry) ?? [];
      const domain = host.replace(/^\*?\./, '').toLowerCase();
      return only === own && (hostname === domain || hostname.endsWith(`.${domain}`));
    });
}
