import http from 'node:http';
import net from 'node:net';
import type { Answer } from './wire.ts';

/** Where in a session something goes wrong, in the order of RFC 5321. `end`: at the dot that ends the mail. */
export const SMTP_PHASES = ['connect', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'text', 'end'] as const;
export type SmtpPhase = (typeof SMTP_PHASES)[number];

/**
 * `cut`: the connection ends, and the server gets nothing of this phase. `cut-after`: the server got it, and its answer is lost. `4xx`, `5xx`: it
 * is refused. `slow`: the answer takes so many ms. `silent`: none ever comes.
 */
export type SmtpMode = 'cut' | 'cut-after' | '4xx' | '5xx' | 'slow' | 'silent';
export type SmtpOrder = { phase: SmtpPhase; mode: SmtpMode; count: number; delayMs?: number };

/** Stands between the workers and the mail server of the sandbox. Each mail has a session, on a port of its own, so it is known whose it is. */
export type SmtpWire = {
  /** Where the workers ask for the port of a mail: `url/SENDID`. */
  readonly url: string;
  order(order: SmtpOrder): void;
  /** How many sessions have still to go wrong. */
  left(): number;
  heal(): void;
  close(): void;
};

const REFUSALS: Record<'4xx' | '5xx', Partial<Record<SmtpPhase, string>>> = {
  '4xx': { connect: '421 4.3.2 Not now', AUTH: '454 4.7.0 Not now', RCPT: '450 4.2.1 Greylisted' },
  '5xx': {
    connect: '554 5.3.2 No service',
    AUTH: '535 5.7.8 Authentication failed',
    MAIL: '553 5.7.1 Not yours',
    RCPT: '550 5.1.1 No such user',
    end: '554 5.7.1 Refused',
  },
};
const refusalOf = (mode: '4xx' | '5xx', phase: SmtpPhase): string =>
  REFUSALS[mode][phase] ?? (mode === '4xx' ? '451 4.3.0 Try later' : '554 5.0.0 Refused');

/** What a refusal is in the words of HTTP, which the checks speak. */
function statusOf(code: number, phase: SmtpPhase): number {
  if (code < 400) return 250;
  if (code < 500) return 429;
  if (phase === 'AUTH') return 401;
  return phase === 'MAIL' || phase === 'connect' || phase === 'EHLO' ? 403 : 422;
}

const END = '\r\n.\r\n';
const phaseOf = (line: string): SmtpPhase | null =>
  SMTP_PHASES.find((phase) => line.toUpperCase().startsWith(phase)) ?? null;

export async function startSmtpWire(smtpPort: () => Promise<number>, answers: Answer[]): Promise<SmtpWire> {
  let pending: SmtpOrder | null = null;
  const listeners = new Set<net.Server>();
  const sockets = new Set<net.Socket>();

  /** The order for this phase, counted down: once a session. */
  function take(phase: SmtpPhase): SmtpOrder | null {
    if (pending?.phase !== phase) return null;
    const order = pending;
    pending = order.count > 1 ? { ...order, count: order.count - 1 } : null;
    return order;
  }

  async function session(client: net.Socket, sendId: string): Promise<void> {
    let phase: SmtpPhase = 'connect';
    let answered = false;
    const note = (status: number | null, leaves: boolean) => {
      if (answered) return;
      answered = true;
      answers.push({ sendId, at: Date.now(), status, leaves });
    };
    let server: net.Socket | null = null;
    const end = () => {
      // of a mail whose text was on its way nobody outside knows how much came
      if (phase === 'text' || phase === 'end') note(null, true);
      for (const socket of [client, server]) socket?.destroy();
    };
    sockets.add(client);
    client.on('error', end).on('close', end);
    let order: SmtpOrder | null = take('connect');
    /** Whether the bytes of this phase may go on to the server. */
    const passes = (): boolean => {
      if (!order) return true;
      if (order.mode === 'cut') end();
      if (order.mode === '4xx' || order.mode === '5xx') {
        const text = refusalOf(order.mode, phase);
        note(statusOf(Number(text.slice(0, 3)), phase), phase === 'end');
        // the server must not get the rest of a mail that was refused here
        server?.destroy();
        client.write(`${text}\r\n`);
      }
      return order.mode === 'cut-after' || order.mode === 'slow';
    };
    if (!passes()) return;
    server = net.connect({ port: await smtpPort(), host: '127.0.0.1' });
    sockets.add(server);
    const closeClient = () => {
      if (!order || order.mode === 'cut-after' || order.mode === 'slow') end();
    };
    server.on('error', closeClient).on('close', closeClient);
    let text = '';
    client.on('data', (bytes) => {
      const said = bytes.toString('latin1');
      if (phase === 'text') {
        text = (text + said).slice(-8);
        const isEnd = text.endsWith(END);
        // a short mail comes at once, with its end
        order ??= take('text') ?? (isEnd ? take('end') : null);
        if (isEnd) phase = 'end';
      } else {
        phase = phaseOf(said) ?? phase;
        order = take(phase);
      }
      if (passes()) server?.write(bytes);
    });
    server.on('data', (said) => {
      // with pipelining several commands come at once, and no phase could be struck alone
      const bytes =
        phase === 'EHLO' ? Buffer.from(said.toString('latin1').replace('250-PIPELINING\r\n', ''), 'latin1') : said;
      const code = Number(bytes.toString('latin1').slice(0, 3));
      if (order?.mode === 'cut-after') return end();
      if (phase === 'end') note(statusOf(code, phase), true);
      else if (code >= 400) note(statusOf(code, phase), false);
      if (phase === 'DATA' && code === 354) {
        phase = 'text';
        text = '';
        order = null;
      }
      const pass = () => client.writable && client.write(bytes);
      if (order?.mode === 'slow') setTimeout(pass, order.delayMs ?? 400);
      else pass();
    });
  }

  const control = http.createServer((asked, answer) => {
    const sendId = decodeURIComponent((asked.url ?? '/').slice(1));
    const listener = net.createServer((client) => {
      listener.close();
      void session(client, sendId).catch(() => client.destroy());
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
