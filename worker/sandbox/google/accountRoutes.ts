import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Clock } from '../clock.ts';
import { page, pageHeaders, wantsJson } from '../page.ts';
import { accountOf, accounts } from './accounts.ts';
import type { Draft, Drafts } from './drafts.ts';
import { type Mailboxes, sendDraft } from './gmail.ts';
import type { Grants } from './grants.ts';

/** What the owners of the accounts see and do: access that they gave, and their drafts. */
export const accountRoutes = (mailboxes: Mailboxes, grants: Grants, now: Clock) => {
  const { drafts } = mailboxes;
  const app = new Hono();
  app.get('/', (c) => {
    if (!wantsJson(c.req.header('accept'))) return c.html(accountsPage(grants, drafts), 200, pageHeaders);
    const allowed = grants.list().map(({ accountId, scopes }) => ({ accountId, scopes }));
    return c.json({ grants: allowed, drafts: drafts.list().map(({ id, accountId }) => ({ id, accountId })) }, 200);
  });
  app.post('/:id/remove', async (c) => {
    await grants.removeAccess(c.req.param('id'));
    return c.redirect('/google/accounts', 303);
  });
  app.post('/:id/send-drafts', async (c) => {
    const account = accountOf(c.req.param('id'));
    if (account)
      for (const draft of draftsOf(drafts, account.id)) await sendDraft(mailboxes, account, draft, now().toISOString());
    return c.redirect('/google/accounts', 303);
  });
  return app;
};

const draftsOf = (drafts: Drafts, id: string): readonly Draft[] =>
  drafts.list().filter(({ accountId }) => accountId === id);

function accountsPage(grants: Grants, drafts: Drafts) {
  const allowed = accounts.filter(({ id }) => grants.list().some(({ accountId }) => accountId === id));
  const button = (id: string, act: string, label: string) =>
    html`<form class="acts" method="post" action="/google/accounts/${id}/${act}"><button>${label}</button></form>`;
  return page(
    'Google accounts',
    'Which sample accounts let Partner Pilot in. Remove access to see what a revoked token does.',
    allowed.length === 0
      ? html`<div class="empty"><h2>No account is connected</h2><p>Connect Gmail in the settings of Partner Pilot.</p></div>`
      : html`<ul class="list">${allowed.map(({ id, email, name }) => {
          const count = draftsOf(drafts, id).length;
          return html`<li><div class="top"><h2>${name}</h2><span class="note">${email}</span></div>
${button(id, 'remove', 'Remove access')}${count > 0 ? button(id, 'send-drafts', `Send ${count === 1 ? '1 draft' : `${count} drafts`}`) : ''}</li>`;
        })}</ul>`,
  );
}
