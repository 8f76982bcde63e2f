import { formsOfKey } from './forms-of-key.js';
import type { Network } from './network.js';

/** Secrets of the network: passwords of proxies, and the client key. */
export function networkSecrets({ proxies = {}, certificate }: Network): string[] {
  const passwords = [proxies.http, proxies.https].flatMap((url) => {
    const { password } = new URL(url || 'http://none');
    return password === '' ? [] : [decodeURIComponent(password)];
  });
  return [...passwords, ...(certificate === undefined ? [] : formsOfKey(certificate.key))];
}
