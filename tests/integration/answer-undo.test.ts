/** An answer waits some seconds for its Undo. The wait is in the log, so neither a closed tab nor a dead worker changes it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InboxView, SentMailView, ThreadView } from '../../api/views.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { ref } from '../../db/store.ts';
import { sendMessage } from '../../worker/tasks/sendMessage.ts';
import { asSent } from '../support/asSent.ts';
import { readyCampaign } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const WAIT_MS = 8_000;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ working: false, answerUndoMs: WAIT_MS, sendGap: null });
});
afterAll(() => testApp?.stop());

/** A conversation of one partner. `work`: a worker takes the job of an answer. */
async function conversation() {
  const { person, tenant, sends } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const [{ id: first = '', recipientEmail: from = '' } = {}] = sends;
  await asSent(testApp, tenant, first, from ?? '');
  testApp.later(1);
  const mail = await parseMail(
    Buffer.from(`From: ${from}\r\nSubject: Re: A vest\r\nMessage-ID: <${first}>\r\n\r\nYes`),
  );
  const receivedAt = testApp.api.now().toISOString();
  await receiveMails(testApp.api, { tenant, actor: 'test', source: 'imap' }, [
    { id: first, threadId: null, receivedAt, mail },
  ]);
  testApp.later(1);
  const id = first.split('.').slice(0, 2).join('.');
  const thread = () => person.ok<ThreadView>('GET', `/api/inbox/${id}`);
  const messageOf = (step: string) => ref('message', `${id}.${step}`);
  const put: unknown[] = [];
  return {
    thread,
    /** Times at which a job was put off to. */
    put,
    unanswered: async () => (await person.ok<InboxView>('GET', '/api/inbox')).counts.unanswered,
    answer: (step: string, body = 'In June.') =>
      person.call<SentMailView>('POST', `/api/inbox/${id}/answer`, { step, subject: 'Re: A vest', body }),
    undo: (step: string) => person.call<ThreadView>('POST', `/api/inbox/${id}/answer/undo`, { step }),
    work: (step: string) =>
      sendMessage.handler(
        testApp.worker,
        { tenant, id: messageOf(step).id, correlationId: 'test', causationId: 'test' },
        {
          ...{ lastTry: true, giveUp: false, signal: undefined },
          addJob: (async (_task: string, _payload: unknown, spec: { runAt: Date }) => put.push(spec.runAt)) as never,
        },
      ),
    types: async (step: string) => (await testApp.api.history(tenant, messageOf(step))).map(({ type }) => type),
    left: async (body = 'In June.') =>
      (await testApp.outbox()).filter(({ to, text }) => to === from && text.startsWith(body)).length,
  };
}

test('an answer that waits counts as answered, and Undo gives its text back', async () => {
  const { answer, undo, work, thread, unanswered, left, put } = await conversation();
  expect(await unanswered()).toBe(1);
  const before = testApp.api.now().getTime();
  const { status, body } = await answer('a1');
  expect([status, body.status, body.body]).toEqual([201, 'pending', 'In June.']);
  expect(Date.parse(body.undoUntil ?? '') - before).toBeGreaterThanOrEqual(WAIT_MS);
  expect(await unanswered()).toBe(0);
  // an early job looks again at its time
  await work('a1');
  expect([await left(), put.length]).toEqual([0, 1]);

  const back = await undo('a1');
  expect([back.status, back.body.answer.step, back.body.mails.filter(({ id }) => id.endsWith('.a1'))]).toEqual([
    200,
    'a2',
    [],
  ]);
  expect(await unanswered()).toBe(1);
  testApp.later(WAIT_MS + 1_000);
  await work('a1');
  expect(await left()).toBe(0);
  expect((await undo('a1')).status).toBe(200);
  // a late repetition of the call does not send it after all
  expect((await answer('a1')).status).toBe(422);

  expect((await answer('a2')).status).toBe(201);
  testApp.later(WAIT_MS);
  await work('a2');
  expect([await left(), (await undo('a2')).status]).toEqual([1, 409]);
  expect((await thread()).mails.at(-1)).toMatchObject({ answer: 'a2', status: 'sent', undoUntil: null });
});

test('Undo and dispatch meet in one commit: exactly one of them wins', async () => {
  const { answer, undo, work, types, left } = await conversation();
  for (let number = 1; number <= 8; number += 1) {
    const step = `a${number}`;
    await answer(step, `Number ${number}.`);
    testApp.later(WAIT_MS);
    // two workers take the job, because the first may have been killed
    const undoing = new Promise((resolve) => setTimeout(resolve, number * 4)).then(() => undo(step));
    const [{ status }] = await Promise.all([undoing, work(step), work(step)]);
    const all = await types(step);
    const isBack = all.includes('MessageCancelled');
    expect([status, all.includes('EmailDispatched'), await left(`Number ${number}.`)]).toEqual(
      isBack ? [200, false, 0] : [409, true, 1],
    );
  }
});
