import http from 'node:http';

/**
 * `sendId`: its unsubscribe link where the provider gets no id. `at`: ms since 1970, real; `status` null: the connection ended before an answer had
 * come. `leaves`: whether the call lets the mail leave; without it, it only stores a draft.
 */
export type Answer = { sendId: string; at: number; status: number | null; leaves: boolean };

/** Relays between workers and sandbox unchanged and keeps the answers, because the workers' word is not enough. */
export type Wire = { readonly url: string; readonly answers: Answer[]; close(): void };

type Call = Pick<Answer, 'sendId' | 'leaves'>;
type Body = {
  id?: string;
  raw?: string;
  message?: { raw?: string };
  custom_args?: { send_id?: string };
  personalizations?: { custom_args?: { send_id?: string } }[];
};

const read = (body: Buffer): Body => {
  try {
    return JSON.parse(body.toString()) as Body;
  } catch {
    return {};
  }
};

/** The unsubscribe link of a mail in base64url: Gmail keeps no id of ours. */
export const unsubscribeLinkOf = (raw: string): string | null =>
  /^List-Unsubscribe: <([^>]+)>/m.exec(Buffer.from(raw, 'base64url').toString())?.[1] ?? null;

export async function startWire(provider: string): Promise<Wire> {
  const answers: Answer[] = [];
  const drafts = new Map<string, string>();
  const { hostname, port } = new URL(provider);

  function callOf(url: string, body: Buffer): Call | null {
    const { id, raw, message, custom_args: args, personalizations } = read(body);
    const bytes = raw ?? message?.raw;
    const link = bytes === undefined ? null : unsubscribeLinkOf(bytes);
    const sendId =
      link ??
      (url.endsWith('/drafts/send') && id !== undefined ? drafts.get(id) : null) ??
      personalizations?.[0]?.custom_args?.send_id ??
      args?.send_id;
    return sendId === undefined ? null : { sendId, leaves: message === undefined };
  }

  const server = http.createServer(async (asked, answer) => {
    const parts: Buffer[] = [];
    try {
      for await (const part of asked) parts.push(part as Buffer);
    } catch {
      // whoever asked is gone before the provider was reached
      return;
    }
    const body = Buffer.concat(parts);
    const call = callOf(asked.url ?? '', body);
    let ended = false;
    const end = (status: number | null) => {
      if (!ended && call !== null) answers.push({ ...call, at: Date.now(), status });
      ended = true;
    };
    const passed = http.request(
      { hostname, port, path: asked.url, method: asked.method, headers: asked.headers, agent: false },
      (answered) => {
        end(answered.statusCode ?? null);
        const said: Buffer[] = [];
        if (call && !call.leaves) answered.on('data', (part: Buffer) => said.push(part));
        answered.on('end', () => {
          const { id } = read(Buffer.concat(said));
          if (call && !call.leaves && id !== undefined) drafts.set(id, call.sendId);
        });
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      },
    );
    passed.on('error', () => {
      end(null);
      answer.destroy();
    });
    answer.on('close', () => {
      end(null);
      passed.destroy();
    });
    passed.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${own}`,
    answers,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
