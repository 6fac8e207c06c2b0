import { useQueryClient } from '@tanstack/react-query';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { listenForGmail } from './gmailSignIn.ts';
import { refetchGmail } from './gmailStatus.ts';
import { useSignInWindow, webAddress } from './signInWindow.ts';

const failed = failure('Connection Failed', 'Failed to connect Gmail');

/** The address of Google's sign-in. GET /api/gmail/auth-url */
export async function fetchGmailAuthUrl(account?: string): Promise<string> {
  return webAddress((await unwrap(client.api.gmail['auth-url'].$get({ query: { account } }))).authUrl);
}

/** Hands over what Google gave for the account. POST /api/gmail/callback; a 202 says that the server is still at it. */
export async function sendGmailCode({ code, state = '' }: { code: string; state?: string }) {
  const result = await unwrap(client.api.gmail.callback.$post({ json: { code, state } }));
  return isAccepted(result) ? null : result;
}

export function useConnectGmail(): { connect: () => void; connecting: boolean } {
  const queries = useQueryClient();
  return useSignInWindow({
    name: 'Gmail',
    failed,
    fetchAddress: fetchGmailAuthUrl,
    exchange: sendGmailCode,
    connected: (connected) => ({
      address: connected?.gmailEmail ?? null,
      ...(connected
        ? {
            title: 'Gmail Connected',
            text: connected.gmailEmail
              ? `Emails can go out from ${connected.gmailEmail}.`
              : 'Emails can go out from it.',
          }
        : { title: 'Connecting Gmail', text: 'This takes longer than usual. The card shows it once it is done.' }),
    }),
    refetch: () => refetchGmail(queries),
    listen: listenForGmail,
  });
}
