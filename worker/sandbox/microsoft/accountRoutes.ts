import { Hono } from 'hono';
import { html } from 'hono/html';
import { page, pageHeaders, wantsJson } from '../page.ts';
import { accounts } from './accounts.ts';
import type { MicrosoftGrants } from './grants.ts';

/** What the owners of the accounts see and do: the sign-ins of apps, and how they end. */
export const accountRoutes = (grants: MicrosoftGrants) => {
  const app = new Hono();
  app.get('/', (c) => {
    const signedIn = grants.list().map(({ accountId }) => accountId);
    if (!wantsJson(c.req.header('accept'))) return c.html(accountsPage(new Set(signedIn)), 200, pageHeaders);
    return c.json({ grants: signedIn.map((accountId) => ({ accountId })) }, 200);
  });
  app.post('/:id/remove', async (c) => {
    await grants.end(c.req.param('id'));
    return c.redirect('/microsoft/accounts', 303);
  });
  app.post('/:id/expire', (c) => {
    grants.endAccess(c.req.param('id'));
    return c.redirect('/microsoft/accounts', 303);
  });
  return app;
};

function accountsPage(signedIn: ReadonlySet<string>) {
  const known = accounts.filter(({ id }) => signedIn.has(id));
  const button = (id: string, act: string, label: string) =>
    html`<form class="acts" method="post" action="/microsoft/accounts/${id}/${act}"><button>${label}</button></form>`;
  return page(
    'Microsoft accounts',
    'Which sample accounts let Partner Pilot in. Remove access to see what a revoked token does.',
    known.length === 0
      ? html`<div class="empty"><h2>No account is connected</h2><p>Connect Microsoft in the settings of Partner Pilot.</p></div>`
      : html`<ul class="list">${known.map(
          ({ id, email, name }) => html`<li><div class="top"><h2>${name}</h2><span class="note">${email}</span></div>
${button(id, 'remove', 'Remove access')}${button(id, 'expire', 'End access tokens')}</li>`,
        )}</ul>`,
  );
}
