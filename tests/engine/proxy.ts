import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listening, type Served } from './serve.js';

/** A proxy that logs what it forwards; with `password` it requires one. */
export async function serveProxy(password?: string): Promise<Served & { readonly log: string[] }> {
  const log: string[] = [];
  const allowed = ({ headers }: IncomingMessage) =>
    password === undefined ||
    headers['proxy-authorization'] === `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
  const server = createHttpServer((incoming, response) => {
    log.push(`${incoming.method} ${incoming.url}`);
    const { url = '', method, headers } = incoming;
    httpRequest(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    }).end();
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    log.push(`CONNECT ${incoming.url}`);
    if (!allowed(incoming)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(incoming.url ?? '') ?? [];
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const one of [socket, upstream]) one.on('error', () => undefined);
  });
  const served = await listening(server);
  return { ...served, log };
}
