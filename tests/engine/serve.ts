import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';

/** A server on a free port of this machine; `close` also ends what is connected to it. */
export interface Served {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves HTTP. */
export async function serve(listener: RequestListener): Promise<Served> {
  return listening(createServer(listener));
}

/** Serves bytes: `answer` is called with each request head that arrives. */
export async function serveRaw(answer: (socket: Socket, head: string) => void): Promise<Served> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    let seen = '';
    socket.on('data', (bytes) => {
      seen += bytes.toString('latin1');
      for (let end = seen.indexOf('\r\n\r\n'); end >= 0; end = seen.indexOf('\r\n\r\n')) {
        const head = seen.slice(0, end);
        seen = seen.slice(end + 4);
        answer(socket, head);
      }
    });
  });
  return listening(server);
}

/** Starts a server of `node:http`, `node:https` or `node:net`. */
export async function listening(server: Server | TcpServer): Promise<Served> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
