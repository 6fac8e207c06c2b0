import { html } from 'hono/html';
import { page } from '../page.ts';
import { accounts } from './accounts.ts';

const SCOPES: Readonly<Record<string, string>> = {
  'https://outlook.office.com/SMTP.Send': 'Send emails from mailboxes using SMTP AUTH',
  'https://outlook.office.com/IMAP.AccessAsUser.All': 'Read and write access to mailboxes via IMAP',
  offline_access: 'Maintain access to data you have given it access to',
};

/** Microsoft's consent page: which account, Accept or Cancel. `asked`: the query, for the answer. */
export const consentPage = (asked: Readonly<Record<string, string>>, scopes: readonly string[]) =>
  page(
    'Sign in to your Microsoft account',
    'This replaces Microsoft. No account is real, and nothing leaves this machine.',
    html`<form method="post">
${Object.entries(asked).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<ul class="list"><li><h2>Pick an account</h2>
${accounts.map(
  ({ id, email, name }, index) =>
    html`<p><label><input type="radio" name="account" value="${id}" ${index === 0 ? 'checked' : ''}> ${name} (${email})</label></p>`,
)}</li>
<li><h2>Partner Pilot asks for these permissions</h2>
${scopes.map((scope) => SCOPES[scope] ?? null).map((words) => (words === null ? '' : html`<p>${words}</p>`))}
<div class="acts"><button name="answer" value="accept">Accept</button><button name="answer" value="cancel">Cancel</button></div></li></ul>
</form>`,
  );

/** Microsoft refuses before it asks anybody: the app that sent the person here is not set up as it says. */
export const refusedPage = (words: string) =>
  page("Sorry, but we're having trouble signing you in.", words, html`<div class="empty"><p>${words}</p></div>`);
