import net, { type AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import type { Deps } from '../../api/context.ts';
import { answerError } from '../../api/http/errors.ts';
import { healthRoutes } from '../../api/routes/health.ts';
import { connect, isAway, type Sql } from '../../db/connection/connect.ts';

const NEVER = new Promise(() => undefined);
const healthOf = async (sql: () => Promise<unknown>) => {
  const deps = { version: '1', sandbox: true, store: { sql: sql as unknown as Sql } } as Deps;
  const answer = await healthRoutes(deps).request('/health');
  return [answer.status, await answer.json()];
};

test('health says that the database is away, also if it does not answer at all', async () => {
  const away = [503, { status: 'error', version: '1', sandbox: true, database: 'unreachable' }];
  const refused = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  expect(await healthOf(refused)).toEqual(away);
  expect(await healthOf(() => NEVER)).toEqual(away);
});

test.each([
  'CONNECTION_CLOSED',
  // a standby that a name or a proxy leads to
  '25006',
])('a call that finds the database away (%s) answers 503, with the time to try again', async (code) => {
  const app = new Hono()
    .get('/', () => Promise.reject(Object.assign(new Error('closed'), { code })))
    .onError(answerError);
  const answer = await app.request('/');
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
  expect(await answer.json()).toEqual({
    error: 'The database is not available right now. Try again in a moment.',
  });
});

/** A pool of the API that leads to this server. `connections`: how many it has opened. */
async function poolTo(answer: (socket: net.Socket) => void) {
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sql = connect(`postgres://a:b@127.0.0.1:${port}/c`, { role: 'api', name: 'test', max: 1 });
  onTestFinished(async () => {
    await sql.end({ timeout: 0 });
    server.close();
  });
  return { sql, connections: () => connections };
}

const errorOf = (work: Promise<unknown>) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, 6_000, 'it waits still'))]).catch(
    (error: unknown) => error,
  );

test('a proxy that closes connections, since it has no primary to lead to, is heard of soon', async () => {
  const { sql, connections } = await poolTo((socket) => socket.end());
  expect(await errorOf(sql`select 1`)).toMatchObject({ code: 'ECONNREFUSED' });
  expect(await errorOf(sql.begin(async (tx) => tx`select 1`))).toMatchObject({ code: 'ECONNREFUSED' });
  // each waited a second, and did not ask all the time
  expect(connections()).toBeLessThan(20);
});

test('a standby is no database for the API', async () => {
  const message = (type: string, content: string) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(content.length + 4);
    return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
  };
  const { sql } = await poolTo((socket) =>
    socket.once('data', () =>
      socket.write(
        Buffer.concat([
          message('R', '\0\0\0\0'),
          message('S', 'in_hot_standby\0on\0'),
          message('S', 'default_transaction_read_only\0off\0'),
          message('Z', 'I'),
        ]),
      ),
    ),
  );
  expect(isAway(await errorOf(sql`select 1`))).toBe(true);
});
