import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { writingTarget } from './writing-target.js';

/** A target that can stop responding: it then accepts connections and requests but never responds. */
export async function hangingTarget() {
  const target = await writingTarget();
  const { hostname, port } = new URL(target.url);
  let hangs = false;
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      if (hangs) return;
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    if (!hangs) incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    ...target,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hang: (value: boolean) => {
      hangs = value;
    },
  };
}
