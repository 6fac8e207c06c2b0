import http from 'node:http';
import net from 'node:net';
import { type SmtpOrder, type SmtpPhase, smtpSession } from '../support/faultProxy/smtpSession.ts';
import type { Answer } from './wire.ts';

/** Stands between the workers and the mail server of the sandbox. Each mail has a session, on a port of its own, so it is known whose it is. */
export type SmtpWire = {
  /** Where the workers ask for the port of a mail: `url/SENDID`. */
  readonly url: string;
  order(order: SmtpOrder): void;
  /** The number of sessions that have still to go wrong. */
  left(): number;
  heal(): void;
  close(): void;
};

export async function startSmtpWire(smtpPort: () => Promise<number>, answers: Answer[]): Promise<SmtpWire> {
  let pending: SmtpOrder | null = null;
  const listeners = new Set<net.Server>();
  const sockets = new Set<net.Socket>();

  /** The order for this phase, counted down. */
  function take(phase: SmtpPhase): SmtpOrder | null {
    if (pending?.phase !== phase) return null;
    const order = pending;
    pending = order.count > 1 ? { ...order, count: order.count - 1 } : null;
    return order;
  }

  const control = http.createServer((asked, answer) => {
    const sendId = decodeURIComponent((asked.url ?? '/').slice(1));
    const listener = net.createServer((client) => {
      listener.close();
      const note = (status: number | null, leaves: boolean) => answers.push({ sendId, at: Date.now(), status, leaves });
      void smtpSession(client, { smtpPort, take, note, sockets }).catch(() => client.destroy());
    });
    listeners.add(listener);
    listener.on('close', () => listeners.delete(listener));
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      answer.end(JSON.stringify({ port: typeof address === 'object' && address ? address.port : 0 }));
    });
  });
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
  const address = control.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    order(order) {
      pending = { ...order };
    },
    left: () => pending?.count ?? 0,
    heal() {
      pending = null;
    },
    close() {
      control.close();
      control.closeAllConnections();
      for (const listener of listeners) listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
