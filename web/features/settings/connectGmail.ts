import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { useAccount } from '../sending/account.ts';
import { openSignInWindow, readGmailMessage } from './gmailSignIn.ts';
import { refetchGmail } from './gmailStatus.ts';
import { useOpenAdded } from './openAccount.ts';

const CLOSED_POLL_MS = 1_000;
const sayFailed = (text: string): void => showToast({ title: 'Connection Failed', text, variant: 'destructive' });
const failed = failure('Connection Failed', 'Failed to connect Gmail');

/** The address of Google's sign-in; throws when it is none of the web, for the window it goes to may still act as this page. GET /api/gmail/auth-url */
export async function fetchGmailAuthUrl(account?: string): Promise<string> {
  const { authUrl } = await unwrap(client.api.gmail['auth-url'].$get({ query: { account } }));
  const address = externalUrl(authUrl);
  if (!address) throw new Error('The Gmail sign-in address is not a web address.');
  return address;
}

/** Hands over what Google gave for the account. POST /api/gmail/callback; a 202 says that the server is still at it. */
export async function sendGmailCode({ code, state = '' }: { code: string; state?: string }) {
  const result = await unwrap(client.api.gmail.callback.$post({ json: { code, state } }));
  return isAccepted(result) ? null : result;
}

/**
 * Connecting: the sign-in window is opened by the click itself (later a browser would block it) and sent to Google once the address is
 * there; its answer comes as a message. A window that was closed ends it.
 */
export function useConnectGmail(): { connect: () => void; connecting: boolean } {
  const queries = useQueryClient();
  const account = useAccount();
  const openAdded = useOpenAdded();
  const signIn = useRef<Window | null>(null);
  const [open, setOpen] = useState(false);
  const exchange = useMutation({
    mutationFn: sendGmailCode,
    meta: { failure: failed },
    onSuccess: async (connected) => {
      showToast(
        connected
          ? {
              title: 'Gmail Connected',
              text: connected.gmailEmail
                ? `Emails can go out from ${connected.gmailEmail}.`
                : 'Emails can go out from it.',
            }
          : { title: 'Connecting Gmail', text: 'This takes longer than usual. The card shows it once it is done.' },
      );
      await openAdded(connected?.gmailEmail);
    },
    onSettled: () => refetchGmail(queries),
  });
  const address = useMutation({
    mutationFn: () => fetchGmailAuthUrl(account),
    meta: { failure: failed },
    onSuccess: (authUrl) => {
      if (signIn.current && !signIn.current.closed) signIn.current.location.href = authUrl;
    },
    onError: () => setOpen(false),
  });

  const { mutate: exchangeCode } = exchange;
  useEffect(() => {
    let taken: string | null = null;
    const onMessage = (event: MessageEvent<unknown>): void => {
      const message = readGmailMessage(event);
      if (!message) return;
      setOpen(false);
      if (message.type === 'GMAIL_AUTH_ERROR') {
        sayFailed(message.error || 'Failed to connect Gmail');
      } else if (message.code !== taken) {
        // a code counts once
        taken = message.code;
        const { type: _, ...given } = message;
        exchangeCode(given);
      }
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [exchangeCode]);

  useEffect(() => {
    if (!open) return;
    const poll = setInterval(() => {
      if (signIn.current?.closed) setOpen(false);
    }, CLOSED_POLL_MS);
    return () => {
      clearInterval(poll);
      signIn.current?.close();
    };
  }, [open]);

  return {
    connecting: open || address.isPending || exchange.isPending,
    connect: () => {
      signIn.current = openSignInWindow();
      if (!signIn.current)
        return sayFailed('Your browser blocked the sign-in window. Allow pop-ups for this page, then connect again.');
      setOpen(true);
      address.mutate();
    },
  };
}
