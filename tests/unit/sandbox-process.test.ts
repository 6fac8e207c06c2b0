import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-process-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await rm(dataDir, { recursive: true });
});

const run = (port: string): ChildProcess => {
  const child = fork('db/start/partner-pilot.mjs', ['sandbox'], {
    execArgv: [],
    env: { ...process.env, SANDBOX_PORT: port, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.push(child);
  return child;
};

const ready = async (child: ChildProcess): Promise<string> => {
  const [message] = (await once(child, 'message')) as [{ ready: boolean; url: string }];
  expect(message.ready).toBe(true);
  return message.url;
};

/** Its last words before it ends with an error. */
const refusal = async (port: string): Promise<string> => {
  const child = run(port);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  expect(await once(child, 'close')).toEqual([1, null]);
  return said;
};

it('stops on SIGTERM, and when its parent is gone; meanwhile its port is taken, which another one says in one line', async () => {
  const first = run('0');
  const { port } = new URL(await ready(first));
  expect(await refusal(port)).toMatch(/^Sandbox: port \d+ is taken; .*SANDBOX_PORT.*\n$/);
  first.kill('SIGTERM');
  expect(await once(first, 'exit')).toEqual([0, null]);
  const second = run('0');
  await ready(second);
  second.disconnect();
  expect(await once(second, 'exit')).toEqual([0, null]);
}, 60_000);

it('says in one line that a port is no number', async () => {
  expect(await refusal('many')).toMatch(/^Sandbox: SANDBOX_PORT: .*\n$/);
}, 60_000);

it('keeps every accepted mail when it is killed', async () => {
  const child = run('0');
  const url = await ready(child);
  const send = (i: number) =>
    fetch(`${url}/sendgrid/v3/mail/send`, {
      method: 'POST',
      headers: { authorization: 'Bearer k' },
      body: JSON.stringify({
        personalizations: [{ to: [{ email: `p${i}@b.example` }] }],
        from: { email: 'c@d.example' },
        subject: 'S',
        content: [{ type: 'text/plain', value: 'text' }],
      }),
    });
  const accepted: string[] = [];
  let gone = false;
  const sender = async (first: number) => {
    for (let i = first; !gone; i += 4) {
      const answer = await send(i).catch(() => undefined);
      if (answer?.status === 202) accepted.push(`p${i}@b.example`);
    }
  };
  const senders = [0, 1, 2, 3].map(sender);
  await expect.poll(() => accepted.length, { timeout: 15_000 }).toBeGreaterThan(20);
  child.kill('SIGKILL');
  await once(child, 'exit');
  gone = true;
  await Promise.all(senders);
  const again = await ready(run('0'));
  const answer = await fetch(`${again}/outbox`, { headers: { accept: 'application/json' } });
  const { messages } = (await answer.json()) as { messages: { to: string }[] };
  const kept = new Set(messages.map(({ to }) => to));
  expect(accepted.filter((to) => !kept.has(to))).toEqual([]);
}, 60_000);

it('answers by no name but this machine’s own, and takes no form of another site', async () => {
  const url = await ready(run('0'));
  const ask = async (method: string, path: string, headers: Record<string, string>): Promise<number> => {
    const asked = request(`${url}${path}`, { method, headers }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode ?? 0;
  };
  expect(await ask('GET', '/outbox', { Host: 'evil.example' })).toBe(421);
  expect(await ask('GET', '/outbox', { Host: 'localhost:1' })).toBe(200);
  expect(await ask('POST', '/outbox/m1/events', { 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  expect(await ask('POST', '/outbox/m1/events', { 'Sec-Fetch-Site': 'same-origin' })).toBe(400);
});
