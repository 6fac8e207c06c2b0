import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server of lines on loopback, until the test ends. `onOpen` speaks first; `onLine` answers each line of the client. */
export async function scriptedServer(
  onOpen: (socket: Socket) => void,
  onLine: (socket: Socket, command: string, tag: string) => void = () => undefined,
): Promise<{ port: number; open: ReadonlySet<Socket> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.on('data', (data) => {
      for (const line of data.toString('latin1').split('\r\n').filter(Boolean)) {
        const [tag = '', ...command] = line.split(' ');
        onLine(socket, command.join(' ').toUpperCase(), tag);
      }
    });
    onOpen(socket);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, open };
}

/** Writes a line again and again for as long as anyone listens. */
export function drip(socket: Socket, line: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(line), everyMs);
  socket.on('close', () => clearInterval(timer));
}
/** Writes as fast as the client reads. `sent`: how many bytes it took. */
export function flood(socket: Socket, line: string, sent = { bytes: 0 }): void {
  const lines = Buffer.from(line.repeat(Math.ceil(65_536 / line.length)));
  const more = () => {
    if (socket.destroyed) return;
    sent.bytes += lines.length;
    if (socket.write(lines)) setImmediate(more);
    else socket.once('drain', more);
  };
  more();
}
