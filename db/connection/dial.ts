import net from 'node:net';

/** The driver's target of a connection. */
type Target = { host: string[]; port: number[]; path: string | false | undefined };

/**
 * Opens the driver's way to PostgreSQL. The driver leaves Nagle's algorithm on. A COPY, or a burst over 1 kB, goes in two pieces and waits 40 ms
 * between them.
 */
export function dial({ host, port, path }: Target): net.Socket {
  const socket = new WaySocket();
  if (path) return socket.connect({ path });
  const [name = 'localhost'] = host;
  // connect() itself knows no such option: net.connect() does, which makes its own socket
  socket.setNoDelay();
  // the driver reads the host from the socket for TLS
  return Object.assign(socket.connect({ host: name, port: port[0] ?? 5432 }), { host: name });
}

/**
 * A connection that breaks is only closed, and no error is reported before. Between the two, the driver (3.4.9) takes further queries and neither
 * sends nor fails them. They wait forever, or get other queries' answers after it has connected again.
 *
 * A proxy that has no server to lead to closes at once. The driver would connect again without a pause, and its caller would wait forever. So that
 * counts as refused.
 */
class WaySocket extends net.Socket {
  private stood = false;

  override emit(name: string | symbol, ...args: unknown[]): boolean {
    if (name === 'connect') this.stood = true;
    if (this.stood && name === 'error') return true;
    if (this.stood && name === 'close' && this.bytesRead === 0 && this.listenerCount('error') > 0) {
      super.emit('error', Object.assign(new Error('The connection was closed at once.'), { code: 'ECONNREFUSED' }));
      return super.emit('close', true);
    }
    return super.emit(name as string, ...(this.stood && name === 'close' ? [false] : args));
  }
}
