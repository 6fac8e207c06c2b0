import type { Answer, Person } from './person.ts';

export const NORA = { id: 'm-nora', email: 'nora.lind@outlook.example' };
/** Its user name is not its address. */
export const DESK = {
  id: 'm-desk',
  email: 'desk@fjordworks.example',
  userName: 'desk@fjordworks.onmicrosoft.example',
};
/** Authenticated SMTP is off for its mailbox. */
export const SCANNER = { id: 'm-scanner', email: 'scanner@closed.example' };

type Consent = { account?: { id: string }; answer?: 'accept' | 'cancel' };
/** `into`: the sending account that it is for. */
type Connect = Consent & { into?: string };

/** Answers the sandbox's consent page as a browser does; what the sign-in window is led back with. */
export async function consentAtMicrosoft(authUrl: string, { account = NORA, answer = 'accept' }: Consent = {}) {
  const form = new URLSearchParams(new URL(authUrl).searchParams);
  form.set('account', account.id);
  form.set('answer', answer);
  const response = await fetch(authUrl, { method: 'POST', body: form, redirect: 'manual' });
  if (response.status !== 302) throw new Error(`Consent was answered ${response.status}: ${await response.text()}`);
  return new URL(response.headers.get('location') ?? '');
}

type Connected = { success: boolean; email: string | null; error?: string };

/** Connects a Microsoft account of the sandbox, past the browser. */
export async function connectMicrosoft(person: Person, { into, ...how }: Connect = {}): Promise<Answer<Connected>> {
  const query = into ? `?account=${into}` : '';
  const { authUrl } = await person.ok<{ authUrl: string }>('GET', `/api/microsoft/auth-url${query}`);
  const { code, state } = Object.fromEntries((await consentAtMicrosoft(authUrl, how)).searchParams);
  return person.call<Connected>('POST', '/api/microsoft/callback', { code, state });
}

/** The owner takes the access back (`remove`), or the access tokens end before their time (`expire`). */
export async function atMicrosoft(
  sandboxUrl: string,
  act: 'remove' | 'expire',
  account: { id: string },
): Promise<void> {
  await fetch(`${sandboxUrl}/microsoft/accounts/${account.id}/${act}`, { method: 'POST', redirect: 'manual' });
}
