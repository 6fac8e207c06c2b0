/** A mail of a thread that its owner has deleted. */
import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js';
import { describe, expect, test } from 'vitest';
import type { GmailProvider } from '../../worker/providers/gmail/client.ts';
import { GmailError } from '../../worker/providers/gmail/gmailError.ts';
import { gmailMail } from '../../worker/providers/gmail/mailProvider.ts';
import type { Mail } from '../../worker/providers/mailProvider.ts';

const credentials = { secretId: 's', secret: 'refresh' };
const mail: Mail = {
  ...{ tenant: 't', sendId: 'c1.p1.2.1', to: 'ada@run.example', from: 'sam@shop.example', fromName: 'Sam' },
  ...{ replyTo: null, subject: 'Re: A vest', text: 'Hm?', html: '<p>Hm?</p>', headers: {}, threadId: 'gone' },
};

type Asked = { requestBody: { threadId?: string; message?: { threadId?: string } } };

/** Gmail, which answers a thread with this, and takes what has none. */
function gmailThat(refusal: GmailError) {
  const asked: (string | undefined)[] = [];
  const take = async ({ requestBody }: Asked) => {
    const { threadId } = requestBody.message ?? requestBody;
    asked.push(threadId);
    if (threadId) throw refusal;
    return { data: { id: 'new', threadId: 'own', message: { threadId: 'own' } } };
  };
  const gmail = { users: { messages: { send: take }, drafts: { create: take } } } as unknown as gmail_v1.Gmail;
  const call = async (_: unknown, ask: (of: gmail_v1.Gmail) => Promise<{ data: unknown }>) => (await ask(gmail)).data;
  return { provider: gmailMail({ call } as unknown as GmailProvider), asked };
}

describe.each([400, 404])('refused with %d', (status) => {
  const refusal = new GmailError('refused', { status });

  test('is sent outside of it', async () => {
    const { provider, asked } = gmailThat(refusal);
    expect(await provider.send(credentials, mail)).toMatchObject({ answer: { status: 200 }, messageId: 'new' });
    expect(asked).toEqual(['gone', undefined]);
  });

  test('is drafted outside of it', async () => {
    const { provider, asked } = gmailThat(refusal);
    expect(await provider.drafts?.create(credentials, mail)).toMatchObject({ draft: { id: 'new', threadId: 'own' } });
    expect(asked).toEqual(['gone', undefined]);
  });
});

test.each([
  new GmailError('unreachable', { status: 500, retryable: true, mayHaveHappened: true }),
  new GmailError('rate_limited', { status: 429, retryable: true }),
])('what may have left, or is to wait, is not asked again: $trouble', async (refusal) => {
  const { provider, asked } = gmailThat(refusal);
  await provider.send(credentials, mail);
  expect(asked).toEqual(['gone']);
});
