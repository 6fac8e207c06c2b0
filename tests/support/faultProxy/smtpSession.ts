import net from 'node:net';

/** Where in a session something goes wrong, in the order of RFC 5321. `end`: at the dot that ends the mail. */
export const SMTP_PHASES = ['connect', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'text', 'end'] as const;
export type SmtpPhase = (typeof SMTP_PHASES)[number];

/**
 * `cut`: the connection ends, and the server gets nothing of this phase. `cut-after`: the server got it, and its answer is lost. `4xx`, `5xx`: it
 * is refused. `slow`: the answer takes so many ms. `silent`: none ever comes.
 */
export type SmtpMode = 'cut' | 'cut-after' | '4xx' | '5xx' | 'slow' | 'silent';
export type SmtpOrder = { phase: SmtpPhase; mode: SmtpMode; count: number; delayMs?: number };

const REFUSALS: Record<'4xx' | '5xx', Partial<Record<SmtpPhase, string>>> = {
  '4xx': {
    connect: '421 4.3.2 Not now',
    AUTH: '454 4.7.0 Not now',
    MAIL: '450 4.7.1 Slow down',
    RCPT: '450 4.2.1 Greylisted',
  },
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

/** A refusal in the words of HTTP, as the checks use them. */
function statusOf(code: number, phase: SmtpPhase): number {
  if (code < 400) return 250;
  if (code < 500) return 429;
  if (phase === 'AUTH') return 401;
  return phase === 'MAIL' || phase === 'connect' || phase === 'EHLO' ? 403 : 422;
}

const END = '\r\n.\r\n';
const phaseOf = (line: string): SmtpPhase | null =>
  SMTP_PHASES.find((phase) => line.toUpperCase().startsWith(phase)) ?? null;

type Around = {
  smtpPort(): Promise<number>;
  /** The order for this phase, counted down. */
  take(phase: SmtpPhase): SmtpOrder | null;
  /** Told once what the mail of this session was answered. null: the connection ended before. */
  note?(status: number | null, leaves: boolean): void;
  /** Of this session and others, to be closed in the end. */
  sockets: Set<net.Socket>;
};

/** Passes a session on to a mail server, and has it go wrong at most once. */
export async function smtpSession(client: net.Socket, { smtpPort, sockets, ...around }: Around): Promise<void> {
  let phase: SmtpPhase = 'connect';
  let answered = false;
  const note = (status: number | null, leaves: boolean) => {
    if (!answered) around.note?.(status, leaves);
    answered = true;
  };
  let struck = false;
  const take = (at: SmtpPhase | null): SmtpOrder | null => {
    const taken = struck || at === null ? null : around.take(at);
    struck ||= taken !== null;
    return taken;
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
      client.write(`${text} (PUT /faults)\r\n`);
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
      const next = phaseOf(said);
      phase = next ?? phase;
      order = take(next);
    }
    if (server?.destroyed) client.end();
    else if (passes()) server?.write(bytes);
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
