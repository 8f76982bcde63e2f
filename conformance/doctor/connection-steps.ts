import type { Network } from '../../engine/access/network.js';
import { addressesOf, type Handshake, handshakeWith, placeOf, reach } from '../../engine/access/probe.js';
import { proxyFor } from '../../engine/access/proxy-for.js';
import { ok, problem, problemOfError, type Shown, type Step, skipped, warning } from './step.js';

const DAY_MS = 86_400_000;
/** A certificate that expires in fewer days is about to be forgotten. */
const FEW_DAYS = 14;
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;

/** The steps up to an open connection: DNS, TCP, TLS and the proxy. Each depends on the one before. */
export async function* connectionSteps(url: URL, network: Network, timeoutMs: number): AsyncGenerator<Step> {
  const proxy = proxyFor(url, network.proxies);
  const target = placeOf(url, network);
  const first = proxy === null ? target : placeOf(proxy);
  const whose = proxy === null ? '' : ' (the proxy)';

  const dns =
    first.address === undefined ? await dnsStep(first.host, whose, timeoutMs) : ok(`${first.address} (--resolve)`);
  yield { name: 'DNS', ...dns };
  const tcp = dns.state === 'problem' ? skipped('there is no address') : await tcpStep(first, whose, timeoutMs);
  yield { name: 'TCP', ...tcp };
  if (tcp.state !== 'ok') {
    yield { name: 'TLS', ...skipped('there is no connection') };
    yield { name: 'proxy', ...(proxy === null ? ok('none') : skipped('there is no connection to the proxy')) };
    return;
  }
  const { tls, refusal } = await tlsStep(url, { proxy, network, timeoutMs });
  yield { name: 'TLS', ...tls };
  yield { name: 'proxy', ...(refusal ?? ok(proxy === null ? 'none' : proxy.host)) };
}

async function dnsStep(host: string, whose: string, timeoutMs: number): Promise<Shown> {
  try {
    const addresses = await addressesOf(host, timeoutMs);
    return ok(`${host}${whose} is ${addresses[0] === host ? 'an address' : addresses.join(', ')}`);
  } catch (error) {
    const { text } = problemOfError(error);
    return problem(
      `${host}${whose}: ${text}`,
      'Check the host, the DNS server of this machine, and whether a VPN or a proxy (--proxy) is needed.',
    );
  }
}

async function tcpStep(place: Parameters<typeof reach>[0], whose: string, timeoutMs: number): Promise<Shown> {
  try {
    const { address, ms } = await reach(place, timeoutMs);
    return ok(`connected to ${address} port ${place.port}${whose} in ${Math.round(ms)} ms`);
  } catch (error) {
    const { text, hint = '' } = problemOfError(error);
    return problem(`${place.address ?? place.host} port ${place.port}${whose}: ${text}`, hint);
  }
}

/** The TLS of the target, and how the proxy refused to connect to it if it did. */
async function tlsStep(
  url: URL,
  how: Parameters<typeof handshakeWith>[1],
): Promise<{ readonly tls: Shown; readonly refusal?: Shown }> {
  const place = placeOf(url, how.network);
  if (url.protocol === 'http:') return { tls: withoutTls(place.host) };
  try {
    return { tls: judged(await handshakeWith(place, how), how.network.insecure ?? false) };
  } catch (error) {
    const shown = problemOfError(error);
    const { code } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('TOUCHSTONE_PROXY_')) return { tls: shown };
    return { tls: skipped('the proxy did not connect to the target'), refusal: shown };
  }
}

function withoutTls(host: string): Shown {
  if (LOOPBACK.test(host)) return skipped('the base URL uses http:');
  return warning(
    'the base URL uses http:, so requests and credentials are not encrypted',
    'Use https: if the target does.',
  );
}

function judged(shown: Handshake, insecure: boolean): Shown {
  const days = Math.floor((shown.expiresAt - Date.now()) / DAY_MS);
  const until = Number.isNaN(days) ? 'an unknown date' : new Date(shown.expiresAt).toISOString().slice(0, 10);
  const certificate = `${shown.version}, certificate for ${shown.name}, signed by ${shown.issuer}, valid until ${until}`;
  if (insecure)
    return warning(`${certificate}, not verified`, 'Give the certificate of its authority with --ca, not --insecure.');
  if (shown.problem !== null) {
    const { text, hint = '' } = problemOfError(shown.problem);
    return problem(`${text}: ${certificate}`, hint);
  }
  const left = Number.isNaN(days) ? certificate : `${certificate} (${days} ${days === 1 ? 'day' : 'days'})`;
  return days < FEW_DAYS ? warning(left, 'Renew the certificate of the target.') : ok(left);
}
