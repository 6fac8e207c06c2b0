/** Servers of strangers in front of the sandbox: pages, robots.txt and mail servers that are made to be slow. */
import { createServer, type Server as HttpServer, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server);
}

export type Page = { body: string } | { to: string } | { json: unknown };
export type Front = {
  url: string;
  /** Answered in place of the sandbox, by path. */
  pages: Map<string, Page>;
  /** Paths that were asked for and are in `pages`. */
  served: string[];
  close(): void;
};

export async function startFront(sandboxUrl: string): Promise<Front> {
  const pages: Front['pages'] = new Map();
  const served: string[] = [];
  const server: HttpServer = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const [name = ''] = path.split('?');
    const page = pages.get(name);
    if (page) {
      served.push(name);
      if ('to' in page) outgoing.writeHead(302, { Location: page.to }).end();
      else if ('json' in page)
        outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page.json));
      else outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end(page.body);
      return;
    }
    const passed = request(`${sandboxUrl}${path}`, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    pages,
    served,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Flood = { port: number; bytes(): number; close(): void };

/** A mail server whose greeting never ends. */
export async function startFlood(): Promise<Flood> {
  const lines = '* OK still greeting\r\n'.repeat(500);
  const sockets = new Set<Socket>();
  let bytes = 0;
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    const pour = () => {
      while (socket.writable) {
        bytes += lines.length;
        if (!socket.write(lines)) return;
      }
    };
    socket.on('drain', pour).on('error', () => socket.destroy());
    pour();
  });
  const port = await listening(server);
  return {
    port,
    bytes: () => bytes,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
