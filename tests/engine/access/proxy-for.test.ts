import { expect, it, onTestFinished } from 'vitest';
import { proxyFor } from '../../../engine/access/proxy-for.js';
import { Client } from '../../../engine/client/client.js';
import { serveProxy } from '../proxy.js';
import { serve } from '../serve.js';

it.each([
  '',
  '*',
  '127.0.0.1',
  '127.0.0.1:PORT',
  '127.0.0.1:1',
  '.0.0.1',
  '*.0.0.1',
  '0.0.1:PORT',
  '7.0.0.1',
  'localhost, 127.0.0.1',
])('with the hosts %j excepted, the client takes the same proxy', async (hosts) => {
  const [target, proxy] = [await serve((_request, response) => void response.end('{}')), await serveProxy()];
  const proxies = { http: proxy.url, except: hosts.replace('PORT', `${target.port}`) };
  const client = new Client({
    origin: target.url,
    concurrency: 1,
    timeoutMs: 20_000,
    userAgent: 't',
    network: { proxies },
  });
  onTestFinished(async () => {
    await client.close();
    await Promise.all([target.close(), proxy.close()]);
  });
  await client.send({ method: 'GET', path: '/', headers: {} });

  expect(proxyFor(new URL(target.url), proxies) !== null).toBe(proxy.log.length > 0);
});

it('a target with TLS goes through the proxy for http: where there is no other one', () => {
  const url = new URL('https://service.example');

  expect(proxyFor(url, { http: 'http://one:1' })?.host).toBe('one:1');
  expect(proxyFor(url, { http: 'http://one:1', https: 'http://two:2' })?.host).toBe('two:2');
  expect(proxyFor(url, { https: 'http://two:2', except: 'service.example:443' })).toBeNull();
});
