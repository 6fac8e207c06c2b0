import net from 'node:net';

/** `before`: the commit never reaches PostgreSQL. `after`: it is carried out, and its answer is lost. */
export type Cut = { when: 'before' | 'after'; nth: number };

/** Stands between the workers and PostgreSQL; does nothing until a cut is ordered. */
export type CutProxy = {
  /** The same database, through the proxy. */
  through(url: string): string;
  /** Cuts the connection at the nth commit from now on. */
  cut(order: Cut): void;
  /** The number of cut connections. */
  cuts(): number;
  heal(): void;
  close(): void;
};

const COMMIT = /^\s*commit\b|log\.commit(_event)?\s*\(/i;

export async function startCutProxy(port: number): Promise<CutProxy> {
  let order: Cut | null = null;
  let cuts = 0;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const database = net.connect({ port, host: '127.0.0.1', noDelay: true });
    client.setNoDelay(true);
    let answerLost = false;
    const end = () => {
      for (const socket of [client, database]) {
        sockets.delete(socket);
        socket.destroy();
      }
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    const read = commitReader();
    client.on('data', (bytes) => {
      const commits = read(bytes);
      if (order && commits > 0) {
        order.nth -= commits;
        if (order.nth <= 0) {
          const { when } = order;
          order = null;
          cuts += 1;
          if (when === 'before') return end();
          answerLost = true;
        }
      }
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      // the answer comes when the commit is done
      if (answerLost) return end();
      client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : 0;
  return {
    through: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${own}` }).toString(),
    cut(wanted) {
      order = { ...wanted };
    },
    cuts: () => cuts,
    heal() {
      order = null;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Counts commits in a PostgreSQL client's bytes (protocol 3). A prepared one is known by its name when it is bound. */
function commitReader(): (bytes: Buffer) => number {
  let kept = Buffer.alloc(0);
  let begun = false;
  const prepared = new Set<string>();
  return (bytes) => {
    kept = Buffer.concat([kept, bytes]);
    let commits = 0;
    for (;;) {
      // the first message, and a wish for TLS, have no type
      const head = begun ? 5 : 4;
      if (kept.length < head) return commits;
      const length = kept.readInt32BE(head - 4) + head - 4;
      if (kept.length < length) return commits;
      const type = begun ? String.fromCharCode(kept[0] ?? 0) : '';
      const texts = begun ? kept.toString('latin1', head, length).split('\0') : [];
      if (!begun && kept.readInt32BE(4) === 196_608) begun = true;
      if (type === 'Q' && COMMIT.test(texts[0] ?? '')) commits += 1;
      if (type === 'P') {
        if (COMMIT.test(texts[1] ?? '')) prepared.add(texts[0] ?? '');
        else prepared.delete(texts[0] ?? '');
      }
      // the portal comes before the statement
      if (type === 'B' && prepared.has(texts[1] ?? '')) commits += 1;
      kept = kept.subarray(length);
    }
  };
}
