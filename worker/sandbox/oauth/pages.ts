import { html } from 'hono/html';
import { page } from '../page.ts';

type Account = { readonly id: string; readonly email: string; readonly name: string };

const option = (name: string, type: 'radio' | 'checkbox', value: string, label: string, checked: boolean) =>
  html`<p><label><input type="${type}" name="${name}" value="${value}" ${checked ? 'checked' : ''}> ${label}</label></p>`;

/** The consent page of a provider. `asked`: the query, for the answer; `optional`: scopes that can be left out, with their words. */
export const consentPage = (
  asked: Readonly<Record<string, string>>,
  accounts: readonly Account[],
  words: {
    provider: string;
    accept: string;
    decline: string;
    scopes: readonly string[];
    optional?: readonly (readonly [string, string])[];
  },
) =>
  page(
    `Sign in with ${words.provider}`,
    `This replaces ${words.provider}. No account is real, and nothing leaves this machine.`,
    html`<form method="post">
${Object.entries(asked).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<ul class="list"><li><h2>Choose an account</h2>
${accounts.map(({ id, email, name }, index) => option('account', 'radio', id, `${name} (${email})`, index === 0))}</li>
<li><h2>Partner Pilot wants access to your ${words.provider} account</h2>
${words.scopes.map((text) => html`<p>${text}</p>`)}
${(words.optional ?? []).map(([scope, text]) => option('scope_granted', 'checkbox', scope, text, true))}
<div class="acts"><button name="answer" value="${words.accept.toLowerCase()}">${words.accept}</button><button name="answer" value="${words.decline.toLowerCase()}">${words.decline}</button></div></li></ul>
</form>`,
  );

/** The provider refuses before it asks anybody, because the app is not set up as it says. */
export const refusedPage = (why: string) =>
  page('Access blocked', why, html`<div class="empty"><p>The request of this app is invalid.</p></div>`);

/** The page of the accounts' owners. `acts`: the buttons of an account, by their address. */
export const accountsPage = (
  provider: string,
  accounts: readonly Account[],
  acts: (account: Account) => Readonly<Record<string, string>>,
) => {
  const button = (id: string, [act, label]: [string, string]) =>
    html`<form class="acts" method="post" action="/${provider.toLowerCase()}/accounts/${id}/${act}"><button>${label}</button></form>`;
  return page(
    `${provider} accounts`,
    'Which sample accounts let Partner Pilot in. Remove access to see what a revoked token does.',
    accounts.length === 0
      ? html`<div class="empty"><h2>No account is connected</h2><p>Connect one in the settings of Partner Pilot.</p></div>`
      : html`<ul class="list">${accounts.map(
          (
            account,
          ) => html`<li><div class="top"><h2>${account.name}</h2><span class="note">${account.email}</span></div>
${Object.entries(acts(account)).map((act) => button(account.id, act))}</li>`,
        )}</ul>`,
  );
};
