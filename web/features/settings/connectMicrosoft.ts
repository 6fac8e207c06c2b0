import { useQueryClient } from '@tanstack/react-query';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { refetchMailbox } from './mailbox.ts';
import { listenForMicrosoft } from './microsoftSignIn.ts';
import { useSignInWindow, webAddress } from './signInWindow.ts';

const failed = failure('Connection Failed', 'Failed to connect Microsoft');

/** The address of Microsoft's sign-in. GET /api/microsoft/auth-url */
export async function fetchMicrosoftAuthUrl(account?: string): Promise<string> {
  return webAddress((await unwrap(client.api.microsoft['auth-url'].$get({ query: { account } }))).authUrl);
}

/** Hands over what Microsoft gave for the account. POST /api/microsoft/callback; a 202 says that the server is still at it. */
export async function sendMicrosoftCode({ code, state = '' }: { code: string; state?: string }) {
  const result = await unwrap(client.api.microsoft.callback.$post({ json: { code, state } }));
  return isAccepted(result) ? null : result;
}

export function useConnectMicrosoft(): { connect: () => void; connecting: boolean } {
  const queries = useQueryClient();
  return useSignInWindow({
    name: 'Microsoft',
    failed,
    fetchAddress: fetchMicrosoftAuthUrl,
    exchange: sendMicrosoftCode,
    connected: (connected) => ({
      address: connected?.email ?? null,
      ...(connected
        ? {
            title: 'Microsoft Connected',
            text: connected.email ? `Emails can go out from ${connected.email}.` : 'Emails can go out from it.',
          }
        : { title: 'Connecting Microsoft', text: 'This takes longer than usual. The card shows it once it is done.' }),
    }),
    refetch: () => refetchMailbox(queries),
    listen: listenForMicrosoft,
    heardByAll: true,
  });
}
