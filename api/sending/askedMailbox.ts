import type { Context } from 'hono';
import { z } from 'zod';
import { newId } from '../../db/log/newId.ts';
import { limitFor } from '../../db/read/limits.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { type Ref, ref } from '../../db/store.ts';
import { isUnused, mustHaveRoom } from '../../events/sending/accounts.ts';
import { Refused } from '../../events/shared/refused.ts';
import { mailboxId } from '../../events/shared/sendingFields.ts';
import type { Deps, Env } from '../context.ts';

/** `?account=` of the calls about one sending account: its id, `new` where one can be added; absent: the first. */
export const accountQuery = z.object({ account: mailboxId.optional() });

const ADDED = 'new';

/** A call about one sending account. */
export type AccountCall = Context<Env, string, { out: { query: z.infer<typeof accountQuery> } }>;

/** The mailbox of a call; 404 if the tenant does not have it. One to be added can be read, and is empty. */
export async function askedMailbox({ store }: Deps, c: AccountCall): Promise<Ref<'mailbox'>> {
  const { tenant } = c.get('user');
  const { account = tenant } = c.req.valid('query');
  const mailbox = ref('mailbox', account);
  // the empty form of one to be added
  if (account === tenant || (account === ADDED && c.req.method === 'GET')) return mailbox;
  const { version, state } = await store.load(tenant, mailbox);
  if (version === 0 || state.provider === null) throw new Refused({ code: 'no_sending_account' });
  return mailbox;
}

/** `isNew`: the account is one to be added. */
export type MailboxToConnect = { mailbox: Ref<'mailbox'>; isNew: boolean };

/** The same for a call that connects an account. The first account that is added takes the mailbox that every user has. */
export async function mailboxToConnect(deps: Deps, c: AccountCall): Promise<MailboxToConnect> {
  const isNew = c.req.valid('query').account === ADDED;
  if (!isNew) return { mailbox: await askedMailbox(deps, c), isNew };
  const { store } = deps;
  const mailboxes = await readMailboxes(store, c.get('user').tenant);
  const unused = mailboxes.find(({ state }) => isUnused(state));
  const mailbox = ref('mailbox', unused?.id ?? newId());
  // says so before anyone signs in
  mustHaveRoom(mailboxes, mailbox.id, await limitFor(store, c.get('user').tenant, 'accounts'));
  return { mailbox, isNew };
}
