import type { gmail_v1 } from 'googleapis/build/src/apis/gmail/index.js';
import { CLOCK_SKEW_MS } from '../../../events/conversations/incomingMail.ts';
import type { ProviderAnswer } from '../../../events/sending/outcome.ts';
import { accountTrouble } from '../../../events/shared/accountWords.ts';
import type { Reason } from '../../../events/shared/reasons.ts';
import type { Credentials, Draft, DraftFound, DraftThread, Mail, MailProvider, Sent } from '../mailProvider.ts';
import { rawMail } from '../rawMail.ts';
import type { GmailProvider } from './client.ts';
import { GmailError } from './gmailError.ts';

const ACCEPTED: ProviderAnswer = { kind: 'status', status: 200, retryAfterSeconds: null };

/** The meaning of a failed call for the email and its account. */
function answerOf(error: GmailError): ProviderAnswer {
  const { trouble, status, mayHaveHappened, retryAfterSeconds, call } = error;
  if (accountTrouble('gmail', trouble).lost) return { kind: 'account_refused', trouble };
  if (trouble === 'rate_limited') return { kind: 'status', status: 429, retryAfterSeconds };
  if (mayHaveHappened) return status === null ? { kind: 'broken' } : { kind: 'status', status, retryAfterSeconds };
  // the installation's app is not set up, or the Gmail API was not reached: the email itself is fine
  if (trouble !== 'refused' || status === null || call === 'token') return { kind: 'not_connected' };
  return { kind: 'status', status, retryAfterSeconds };
}

function failed(thrown: unknown): { answer: ProviderAnswer; messageId: null; reason: Reason } {
  if (!(thrown instanceof GmailError)) throw thrown;
  return { answer: answerOf(thrown), messageId: null, reason: thrown.reason };
}

const taken = ({ id, threadId }: gmail_v1.Schema$Message): Sent => ({
  answer: ACCEPTED,
  messageId: id ?? null,
  ...(threadId ? { threadId } : {}),
});

/** Whether the owner wrote a mail before a draft was to leave. In doubt not: a draft that may have been sent is not sent again. */
const isBefore = (internalDate: string | null | undefined, since: string | null): boolean =>
  since !== null && Boolean(internalDate) && Number(internalDate) < Date.parse(since) - CLOCK_SKEW_MS;

/** Gmail: in one call, or as a draft first. */
export function gmailMail(api: GmailProvider): MailProvider {
  const connection = ({ secretId, secret }: Credentials) => ({ secretId, refreshToken: secret });
  /** A file makes it too large for the JSON of a call, so it is uploaded beside it. */
  const written = async (mail: Mail) => {
    const raw = await rawMail({ ...mail, from: { name: mail.fromName, email: mail.from } });
    return mail.file
      ? { message: {}, upload: { media: { mimeType: 'message/rfc822', body: raw.toString('utf8') } } }
      : { message: { raw: raw.toString('base64url') }, upload: {} };
  };
  const userId = 'me';
  const { rootUrl } = api;

  const isNotFound = (error: unknown) => error instanceof GmailError && error.status === 404;

  /** A thread that its owner deleted is refused (400 or 404). So nothing left, and the mail goes out without it; its headers still thread it. */
  async function inThread<T>({ threadId }: Mail, call: (thread: { threadId?: string }) => Promise<T>): Promise<T> {
    if (!threadId) return call({});
    return call({ threadId }).catch((error: unknown) => {
      const isRefused = error instanceof GmailError && error.trouble === 'refused' && error.call !== 'token';
      if (isRefused && (error.status === 400 || error.status === 404)) return call({});
      throw error;
    });
  }

  async function sentInThread(credentials: Credentials, { threadId }: Draft, { earlier, since }: DraftThread) {
    const found = await api
      .call(connection(credentials), (gmail) => gmail.users.threads.get({ userId, id: threadId, format: 'minimal' }))
      .catch((error: unknown) => {
        if (isNotFound(error)) return { messages: [] };
        throw error;
      });
    const sent = found.messages?.find(
      ({ id, labelIds, internalDate }) =>
        labelIds?.includes('SENT') && !earlier.includes(id ?? '') && !isBefore(internalDate, since),
    );
    return sent?.id ? ({ fate: 'sent', messageId: sent.id } as const) : ({ fate: 'gone' } as const);
  }

  /** `there`: what it means when the call finds the draft, which its answer shows by `isIt`. */
  async function about<T extends { fate: string }>(
    credentials: Credentials,
    { draft, thread }: { draft: Draft; thread: DraftThread },
    there: T,
    call: (gmail: gmail_v1.Gmail) => Promise<{ data: unknown }>,
    isIt: (data: unknown) => boolean,
  ): Promise<T | Exclude<DraftFound, { fate: 'unsent' }>> {
    try {
      try {
        const data = await api.call(connection(credentials), call);
        return isIt(data) ? there : { fate: 'unsaid', answer: { kind: 'broken' }, messageId: null };
      } catch (error) {
        if (!isNotFound(error)) throw error;
        return await sentInThread(credentials, draft, thread);
      }
    } catch (error) {
      return { fate: 'unsaid', ...failed(error) };
    }
  }

  return {
    name: 'Gmail',
    async check(credentials, account) {
      await api.renew(connection(credentials));
      // with gmail.send alone Gmail answers nothing about the account
      if (account.drafts) await api.call(connection(credentials), (gmail) => gmail.users.getProfile({ userId }));
      return `${account.drafts ? 'drafts' : 'send'}; about 500 emails a day, 2,000 with Google Workspace`;
    },
    async send(credentials, mail) {
      const { message, upload } = await written(mail);
      return inThread(mail, (thread) =>
        api.call(connection(credentials), (gmail) =>
          gmail.users.messages.send({ userId, requestBody: { ...message, ...thread }, ...upload }, { rootUrl }),
        ),
      ).then(taken, failed);
    },
    async sentUnder(credentials, id) {
      try {
        const { payload } = await api.call(connection(credentials), (gmail) =>
          gmail.users.messages.get({ userId, id, format: 'metadata', metadataHeaders: ['Message-ID'] }),
        );
        return payload?.headers?.find(({ name }) => name?.toLowerCase() === 'message-id')?.value ?? null;
      } catch (error) {
        if (error instanceof GmailError) return null;
        throw error;
      }
    },
    drafts: {
      async create(credentials, mail) {
        const { message, upload } = await written(mail);
        return inThread(mail, (thread) =>
          api.call(connection(credentials), (gmail) =>
            gmail.users.drafts.create(
              { userId, requestBody: { message: { ...message, ...thread } }, ...upload },
              { rootUrl },
            ),
          ),
        )
          .then(({ id, message }) => {
            if (id && message?.threadId) return { draft: { id, threadId: message.threadId } };
            return { draft: null, answer: { kind: 'not_connected' } as const, messageId: null };
          })
          .catch((error: unknown) => ({ draft: null, ...failed(error) }));
      },
      send: (credentials, { id }) =>
        api
          .call(connection(credentials), (gmail) => gmail.users.drafts.send({ userId, requestBody: { id } }))
          .then(taken, (error) => {
            const sent = failed(error);
            // the draft was sent or deleted in the meantime: its thread tells
            return isNotFound(error) ? { ...sent, answer: { kind: 'broken' } as const } : sent;
          }),
      find: (credentials, draft, thread) =>
        about(
          credentials,
          { draft, thread },
          { fate: 'unsent' } as const,
          (gmail) => gmail.users.drafts.get({ userId, id: draft.id, format: 'minimal' }),
          (data) => (data as gmail_v1.Schema$Draft | null)?.id === draft.id,
        ),
      delete: (credentials, draft, thread) =>
        about(
          credentials,
          { draft, thread },
          { fate: 'deleted' } as const,
          (gmail) => gmail.users.drafts.delete({ userId, id: draft.id }),
          // nothing, or an empty object, as its documents have it
          (data) => Object.keys(data ?? {}).length === 0,
        ),
    },
  };
}
