import type { Answer, Person } from './person.ts';

export const ROBIN = { id: '100000000000000000001', email: 'robin.vale@gmail.example' };
export const NORTHWIND = { id: '100000000000000000002', email: 'press@northwind.example' };
export const NO_MAILBOX = { id: '100000000000000000003', email: 'no.mailbox@mail.example' };

type Consent = {
  account?: { id: string };
  answer?: 'allow' | 'deny';
  /** Scopes whose boxes stay empty. */
  without?: readonly string[];
};

/** Answers the sandbox's consent page as a browser does; what the sign-in window is led back with. */
export async function consent(authUrl: string, { account = ROBIN, answer = 'allow', without = [] }: Consent = {}) {
  const asked = new URL(authUrl).searchParams;
  const form = new URLSearchParams(asked);
  form.set('account', account.id);
  form.set('answer', answer);
  for (const scope of (asked.get('scope') ?? '').split(' ')) {
    if (!without.includes(scope)) form.append('scope_granted', scope);
  }
  const response = await fetch(authUrl, { method: 'POST', body: form, redirect: 'manual' });
  if (response.status !== 302) throw new Error(`Consent was answered ${response.status}: ${await response.text()}`);
  return new URL(response.headers.get('location') ?? '');
}

type Connected = { success: boolean; gmailEmail: string | null; error?: string };

/** Connects a Gmail account of the sandbox, past the browser. `account`: the query that names the sending account; none: the first. */
export async function connectGmail(person: Person, how: Consent = {}, account = ''): Promise<Answer<Connected>> {
  const { authUrl } = await person.ok<{ authUrl: string }>('GET', `/api/gmail/auth-url${account}`);
  const back = await consent(authUrl, how);
  const { code, state } = Object.fromEntries(back.searchParams);
  return person.call<Connected>('POST', '/api/gmail/callback', { code, state });
}

/** The present grants of the sandbox's accounts. */
export async function grants(sandboxUrl: string): Promise<{ accountId: string; scopes: string[] }[]> {
  const response = await fetch(`${sandboxUrl}/google/accounts`, { headers: { Accept: 'application/json' } });
  return ((await response.json()) as { grants: { accountId: string; scopes: string[] }[] }).grants;
}

/** The owner of the account takes the access back in their Google account. */
export async function removeAccess(sandboxUrl: string, account = ROBIN): Promise<void> {
  await fetch(`${sandboxUrl}/google/accounts/${account.id}/remove`, { method: 'POST', redirect: 'manual' });
}

/** The number of drafts of all accounts. */
export async function draftsOf(sandboxUrl: string): Promise<number> {
  const response = await fetch(`${sandboxUrl}/google/accounts`, { headers: { Accept: 'application/json' } });
  return ((await response.json()) as { drafts: unknown[] }).drafts.length;
}

/** The owner opens Gmail and sends every draft. */
export async function sendDraftsByHand(sandboxUrl: string, account: { id: string }): Promise<void> {
  await fetch(`${sandboxUrl}/google/accounts/${account.id}/send-drafts`, { method: 'POST', redirect: 'manual' });
}
