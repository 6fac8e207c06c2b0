import { useEffect, useRef, useState } from 'react';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { showToast } from '../../lib/toasts.ts';
import { useAction } from '../../lib/useAction.ts';
import { useAccount } from '../sending/account.ts';
import { connecting } from './api.ts';
import { useOpenAdded } from './openAccount.ts';
import type { SignInChannel } from './signInChannels.ts';

const CLOSED_POLL_MS = 1_000;
const SIZE = { width: 600, height: 700 };

const sayFailed = (text: string): void => showToast({ title: 'Connection Failed', text, variant: 'destructive' });

export type SignIn = Pick<SignInChannel, 'listen'> & {
  /** Its name on the button. */
  name: string;
  /** `account`: the sending account that it is for. */
  fetchAddress: (account: string | undefined) => Promise<{ authUrl: string }>;
  /** Exchanges the code for the account. null: the server has not finished yet. */
  exchange: (given: { code: string; state: string }) => Promise<{ email: string | null } | null>;
  /** All our pages hear the window. Only the page that began the sign-in takes the answer. */
  heardByAll?: true;
};

/** Opens an empty window in the middle of the screen. null: the browser blocked it. */
function openSignInWindow(name: string): Window | null {
  const left = Math.max(0, window.screenX + (window.outerWidth - SIZE.width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - SIZE.height) / 2);
  const { width, height } = SIZE;
  return window.open(
    'about:blank',
    `${name.toLowerCase()}-sign-in`,
    `popup,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`,
  );
}

/**
 * The click opens the window, because a browser blocks one that opens later. The window goes to the provider once its address is known. A
 * closed window ends the attempt.
 */
export function useSignInWindow(signIn: SignIn): { connect: () => void; connecting: boolean } {
  const account = useAccount();
  const openAdded = useOpenAdded();
  const popup = useRef<Window | null>(null);
  const begun = useRef<string | null>(null);
  const [open, setOpen] = useState(false);
  const exchange = useAction({
    call: signIn.exchange,
    ...connecting(signIn.name),
    after: (to) => openAdded(to?.email),
  });
  const address = useAction({
    call: async () => {
      const { authUrl } = await signIn.fetchAddress(account);
      // any other address could act as this page
      if (!externalUrl(authUrl)) throw new Error('The sign-in address is not a web address.');
      return authUrl;
    },
    failed: connecting(signIn.name).failed,
    after: (authUrl) => {
      begun.current = new URL(authUrl).searchParams.get('state');
      if (popup.current && !popup.current.closed) popup.current.location.href = authUrl;
    },
    onError: () => setOpen(false),
  });

  const { mutate: exchangeCode } = exchange;
  const { listen, name, heardByAll = false } = signIn;
  useEffect(() => {
    let taken: string | null = null;
    return listen((answer) => {
      if (heardByAll && (begun.current === null || answer.state !== begun.current)) return false;
      setOpen(false);
      if ('error' in answer) {
        sayFailed(answer.error || `Failed to connect ${name}`);
      } else if (answer.code !== taken) {
        // take a code once
        taken = answer.code;
        exchangeCode({ state: '', ...answer });
      }
      return true;
    });
  }, [exchangeCode, listen, name, heardByAll]);

  useEffect(() => {
    if (!open) return;
    const poll = setInterval(() => {
      if (popup.current?.closed) setOpen(false);
    }, CLOSED_POLL_MS);
    return () => {
      clearInterval(poll);
      popup.current?.close();
    };
  }, [open]);

  return {
    connecting: open || address.isPending || exchange.isPending,
    connect: () => {
      begun.current = null;
      popup.current = openSignInWindow(name);
      if (!popup.current)
        return sayFailed('Your browser blocked the sign-in window. Allow pop-ups for this page, then connect again.');
      setOpen(true);
      address.mutate();
    },
  };
}
