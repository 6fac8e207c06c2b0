import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';

/** Stands between a worker and an IMAP server, counts the connections and cuts them. */
export type ImapRelay = {
  port: number;
  open(): number;
  /** Cuts all that are open. */
  cut(): void;
  /** The next connections are cut after so many bytes of the server, one each. */
  cutAfter(bytes: readonly number[]): void;
  /** The number of these that have still to come. */
  left(): number;
  close(): void;
};

export async function startImapRelay(to: number): Promise<ImapRelay> {
  const open = new Set<Socket>();
  let cuts: number[] = [];
  const server = createServer((socket) => {
    const onward = dial(to, '127.0.0.1');
    const most = cuts.shift() ?? Number.POSITIVE_INFINITY;
    let passed = 0;
    open.add(socket);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    socket.pipe(onward);
    onward.on('data', (bytes) => {
      socket.write(bytes.subarray(0, most - passed));
      passed += bytes.length;
      if (passed >= most) socket.destroySoon();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    open: () => open.size,
    cut() {
      for (const socket of open) socket.destroy();
    },
    cutAfter(bytes) {
      cuts = [...bytes];
    },
    left: () => cuts.length,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
