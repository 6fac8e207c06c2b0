import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { GMAIL, MAILBOX } from './api.ts';
import { listenForGmail } from './gmailSignIn.ts';
import { listenForMicrosoft } from './microsoftSignIn.ts';
import { type SignIn, useSignInWindow, webAddress } from './signInWindow.ts';

const { gmail, microsoft } = client.api;

type Code = { code: string; state?: string };

const failed = (name: string) => failure('Connection Failed', `Failed to connect ${name}`);

/** `address`: null while the server is still at it, and where the provider tells none. */
const connectedText = (name: string, done: boolean, address: string | null): { title: string; text: string } =>
  done
    ? { title: `${name} Connected`, text: `Emails can go out from ${address ?? 'it'}.` }
    : { title: `Connecting ${name}`, text: 'This takes longer than usual. The card shows it once it is done.' };

const GMAIL_SIGN_IN: SignIn<{ gmailEmail: string | null } | null> = {
  name: 'Gmail',
  failed: failed('Gmail'),
  fetchAddress: async (account) => webAddress((await unwrap(gmail['auth-url'].$get({ query: { account } }))).authUrl),
  exchange: async ({ code, state = '' }: Code) => {
    const result = await unwrap(gmail.callback.$post({ json: { code, state } }));
    return isAccepted(result) ? null : result;
  },
  connected: (result) => {
    const address = result?.gmailEmail ?? null;
    return { address, ...connectedText('Gmail', result !== null, address) };
  },
  stale: GMAIL,
  listen: listenForGmail,
};

const MICROSOFT_SIGN_IN: SignIn<{ email: string | null } | null> = {
  name: 'Microsoft',
  failed: failed('Microsoft'),
  fetchAddress: async (account) =>
    webAddress((await unwrap(microsoft['auth-url'].$get({ query: { account } }))).authUrl),
  exchange: async ({ code, state = '' }: Code) => {
    const result = await unwrap(microsoft.callback.$post({ json: { code, state } }));
    return isAccepted(result) ? null : result;
  },
  connected: (result) => {
    const address = result?.email ?? null;
    return { address, ...connectedText('Microsoft', result !== null, address) };
  },
  stale: MAILBOX,
  listen: listenForMicrosoft,
  heardByAll: true,
};

export const useConnectGmail = () => useSignInWindow(GMAIL_SIGN_IN);

export const useConnectMicrosoft = () => useSignInWindow(MICROSOFT_SIGN_IN);
