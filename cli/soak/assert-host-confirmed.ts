import { isLoopback } from '../../engine/target/chosen-base-url.js';
import { parseBaseUrl } from '../../engine/target/target.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { counted, duration } from '../../reporters/numbers.js';
import type { Io } from '../io.js';

/** Throws a UsageError unless the host is this machine, or the user confirms that it may be put under load. */
export async function assertHostConfirmed(
  baseUrl: string,
  { forMs, rps }: { readonly forMs: number; readonly rps: number },
  { confirm }: Pick<Io, 'confirm'>,
): Promise<void> {
  const { host, hostname } = parseBaseUrl(baseUrl);
  if (isLoopback(hostname)) return;
  const load = `${counted(rps, 'request')} per second for ${duration(forMs)}`;
  if (await confirm?.(`${host} would receive ${load}. Continue?`)) return;
  throw new UsageError(
    `${host} would receive ${load}, and a soak only starts for a host that you confirm`,
    'If the host is correct, and may be put under this load, add --yes.',
  );
}
