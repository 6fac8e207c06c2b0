import http from 'node:http';

/** What the provider answered to a mail. `at`: ms since 1970, real; `status` null: the connection ended before an answer had come. */
export type Answer = { sendId: string; at: number; status: number | null };

/** Stands between the workers and the sandbox, changes nothing, and keeps what was answered: the workers' word is not taken for it. */
export type Wire = { readonly url: string; readonly answers: Answer[]; close(): void };

const sendIdOf = (body: Buffer): string | null => {
  try {
    const mail = JSON.parse(body.toString()) as {
      custom_args?: { send_id?: string };
      personalizations?: { custom_args?: { send_id?: string } }[];
    };
    return mail.personalizations?.[0]?.custom_args?.send_id ?? mail.custom_args?.send_id ?? null;
  } catch {
    return null;
  }
};

export async function startWire(provider: string): Promise<Wire> {
  const answers: Answer[] = [];
  const { hostname, port } = new URL(provider);
  const server = http.createServer(async (asked, answer) => {
    const parts: Buffer[] = [];
    try {
      for await (const part of asked) parts.push(part as Buffer);
    } catch {
      // whoever asked is gone before the provider was reached
      return;
    }
    const body = Buffer.concat(parts);
    const sendId = sendIdOf(body);
    let ended = false;
    const end = (status: number | null) => {
      if (!ended && sendId !== null) answers.push({ sendId, at: Date.now(), status });
      ended = true;
    };
    const passed = http.request(
      { hostname, port, path: asked.url, method: asked.method, headers: asked.headers, agent: false },
      (answered) => {
        end(answered.statusCode ?? null);
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
