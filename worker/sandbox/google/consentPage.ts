import { html } from 'hono/html';
import { page } from '../page.ts';
import { accounts } from './accounts.ts';

/** What Google's consent page says of a scope that can be left out. */
const SCOPES: Readonly<Record<string, string>> = {
  'https://www.googleapis.com/auth/gmail.send': 'Send email on your behalf',
  'https://www.googleapis.com/auth/gmail.compose': 'Manage drafts and send emails',
  'https://www.googleapis.com/auth/gmail.readonly': 'View your email messages and settings',
};

export const isOptional = (scope: string): boolean => scope in SCOPES;

const box = (name: string, type: 'radio' | 'checkbox', value: string, label: string, checked: boolean) =>
  html`<p><label><input type="${type}" name="${name}" value="${value}" ${checked ? 'checked' : ''}> ${label}</label></p>`;

/** Google's consent page: which account, which scopes, Allow or Deny. `asked`: the query, for the answer. */
export const consentPage = (asked: Readonly<Record<string, string>>, scopes: readonly string[]) =>
  page(
    'Sign in with Google',
    'This replaces Google. No account is real, and nothing leaves this machine.',
    html`<form method="post">
${Object.entries(asked).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<ul class="list"><li><h2>Choose an account</h2>
${accounts.map(({ id, email, name }, index) => box('account', 'radio', id, `${name} (${email})`, index === 0))}</li>
<li><h2>Partner Pilot wants access to your Google Account</h2>
${scopes.filter(isOptional).map((scope) => box('scope_granted', 'checkbox', scope, SCOPES[scope] ?? scope, true))}
<div class="acts"><button name="answer" value="allow">Allow</button><button name="answer" value="deny">Deny</button></div></li></ul>
</form>`,
  );

/** Google refuses before it asks anybody: the app that sent the person here is not set up as it says. */
export const refusedPage = (code: string) =>
  page(
    'Access blocked',
    `Error 400: ${code}`,
    html`<div class="empty"><p>The request of this app is invalid.</p></div>`,
  );
