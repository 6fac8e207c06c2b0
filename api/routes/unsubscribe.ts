import { type Context, Hono } from 'hono';
import { ownerAccount } from '../../db/accounts/workspace.ts';
import { type Recipient, recipientOf } from '../../db/receive/recipientOf.ts';
import { ref } from '../../db/store.ts';
import { suppressPerson } from '../../db/suppress/suppressPerson.ts';
import { readUnsubscribeToken, SELF_TEST, selfTestProof } from '../../db/vault/unsubscribeLink.ts';
import { isAnswer } from '../../events/messages/answer.ts';
import { recordDelivery } from '../../events/messages/delivery.ts';
import { recordOutcome } from '../../events/messages/sendAttempt.ts';
import { languageIn, senderName } from '../../events/messages/signature.ts';
import { UNSUBSCRIBE_WORDS, type UnsubscribeWords } from '../../events/messages/unsubscribeWords.ts';
import { isObjection } from '../../events/privacy/suppression.ts';
import { causeBy, type Deps, type Env } from '../context.ts';
import { type PageContent, signInPage } from '../signInPage.tsx';

/** A link's subject: the tenant who wrote, the mail, and its recipient. */
type UnsubscribeRequest = Recipient & { tenant: string; messageId: string; attempt: number };

/** Enough of an address for its owner to know it: `a•••@l•••.example`. */
function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const end = domain.lastIndexOf('.');
  return `${name.slice(0, 1)}•••@${domain.slice(0, 1)}•••${end > 0 ? domain.slice(end) : ''}`;
}

/**
 * The page behind the link in every mail. Opening it changes nothing, since mail scanners follow links. The button, or a mail program's one click
 * (RFC 8058), does. It knows the mail by its token alone: no cookie, no sign-in, no redirect.
 */
export function unsubscribePages(deps: Deps) {
  const { store } = deps;

  async function asked(token: string): Promise<UnsubscribeRequest | null> {
    const send = await readUnsubscribeToken(store.sql, store.pseudonyms, token);
    if (!send) return null;
    const recipient = await recipientOf(store, send.tenant, send.messageId, send.attempt);
    return recipient && { ...send, ...recipient };
  }

  const suppressionOf = ({ addressHmac }: UnsubscribeRequest) => ref('suppression', addressHmac);
  const plain = { action: '', button: '', fields: [], error: null, other: null };

  /** In the language of the email, in the name of its sender. */
  async function page(
    { tenant, messageId, email }: UnsubscribeRequest,
    contentOf: (words: UnsubscribeWords) => Pick<PageContent, 'title' | 'lead'> & Partial<PageContent>,
  ) {
    const [{ state: profile }, { account }, { state: message }] = await Promise.all([
      store.load(tenant, ref('profile', tenant)),
      ownerAccount(store, tenant),
      store.load(tenant, ref('message', messageId)),
    ]);
    const { language } = (await store.load(tenant, ref('campaign', message.campaignId))).state;
    const body = message.text?.body ?? '';
    const emailIn = languageIn({ body, language, sender: profile, answer: isAnswer(message.step) });
    const sender = profile.businessName || senderName(profile.userFullName, account) || 'The sender of this email';
    const { lead, ...content } = contentOf(UNSUBSCRIBE_WORDS[emailIn]);
    const named = lead.replace('{sender}', () => sender).replace('{address}', () => (email ? masked(email) : '•••'));
    return signInPage(deps, { ...plain, ...content, lead: named, emailIn });
  }

  const donePage = (about: UnsubscribeRequest) =>
    page(about, ({ done, doneLead }) => ({ title: done, lead: doneLead }));

  const askingPage = (about: UnsubscribeRequest, action: string) =>
    page(about, ({ ask, button }) => ({ title: button, lead: ask, action, button }));

  const unknown = (c: Context<Env>) => {
    const lead =
      'It may have been cut off on its way. Open the email again and use the whole link, or answer the email and ask not to be written to.';
    return c.html(signInPage(deps, { ...plain, title: 'This link does not work', lead, emailIn: 'en' }), 404);
  };

  return new Hono<Env>()
    .get(`/u/${SELF_TEST}`, (c) => c.text(selfTestProof(store.pseudonyms), 200, { 'Cache-Control': 'no-store' }))
    .get('/u/:token?', async (c) => {
      const token = c.req.param('token') ?? '';
      const about = await asked(token);
      if (!about) return unknown(c);
      const { state } = await store.load(about.tenant, suppressionOf(about));
      return c.html(await (isObjection(state.reason) ? donePage(about) : askingPage(about, `/u/${token}`)));
    })
    .post('/u/:token?', async (c) => {
      const about = await asked(c.req.param('token') ?? '');
      if (!about) return unknown(c);
      const { tenant, causationId, messageId, attempt } = about;
      const scope = { tenant, cause: causeBy(c, 'recipient', causationId) };
      await suppressPerson(store, scope, { messageId, recipient: about }, ({ message }) => ({
        events: {
          message: [
            // the holder of the link has the mail
            ...recordOutcome(message, attempt, { outcome: 'sent', providerMessageId: null }),
            ...recordDelivery(message, attempt, 'unsubscribed', null),
          ],
        },
        // the person objects, whatever address they have by now
        suppress: { reason: 'unsubscribed', source: 'link', every: true },
      }));
      return c.html(await donePage(about));
    });
}
