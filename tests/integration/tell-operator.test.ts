import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deps } from '../../worker/context.ts';
import type { SystemMail } from '../../worker/mail/systemMail.ts';
import { tellOperator } from '../../worker/tasks/tellOperator.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { testDeps } from '../support/testDeps.ts';

let db: TestDatabase;
let deps: Deps;
const mails: SystemMail[] = [];
let status = 202;

beforeAll(async () => {
  db = await freshDatabase();
  deps = testDeps({
    store: await db.open('worker', 2),
    operatorEmail: 'operator@packs.example',
    sendSystemMail: async (mail) => {
      mails.push(mail);
      return { kind: 'status', status, retryAfterSeconds: null };
    },
  });
});
afterAll(() => db.drop());

const look = () =>
  tellOperator.handler(
    deps,
    { tenant: '', id: '', correlationId: 'c', causationId: null },
    { lastTry: true, giveUp: false, addJob: () => Promise.reject(new Error('none')), signal: undefined },
  );

test('the operator is mailed what lasts, each line once a day, and again if the email did not leave', async () => {
  const { sql } = await db.open('owner', 2);
  const { sql: own } = deps.store;
  const disk = (bytes: number) => own`
    insert into queue.workers (worker_id, host, pid, disk_free) values ('w', 'h', 1, ${bytes})
    on conflict (worker_id) do update set disk_free = excluded.disk_free, beat_at = clock_timestamp()`;
  const earlier = (time: string) =>
    sql.unsafe(
      `update queue.operator_lines set since = since - interval '${time}', mailed_at = mailed_at - interval '${time}'`,
    );
  await disk(5_000_000);
  await look();
  expect(mails).toHaveLength(0);

  await earlier('16 minutes');
  status = 400;
  await look();
  status = 202;
  await look();
  await look();
  const [refused, mail] = mails;
  expect(mails).toHaveLength(2);
  expect(refused?.text).toBe(mail?.text);
  expect(mail).toMatchObject({
    to: 'operator@packs.example',
    text: expect.stringMatching(/The disk of DATA_DIR has 0\.0 GB left\. .*Free space/),
  });

  await disk(50_000_000_000);
  await look();
  await disk(5_000_000);
  await look();
  await earlier('1 hour');
  await look();
  expect(mails).toHaveLength(2);
  await earlier('1 day');
  await look();
  expect(mails).toHaveLength(3);
});
