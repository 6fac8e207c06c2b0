import type { ReactNode } from 'react';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { type SignIn, useSignInWindow } from './signInWindow.ts';

/** Connects an account by a sign-in. `children`: the connected account. */
export function SignInAccount(props: {
  signIn: SignIn;
  connected: boolean;
  /** Why it must be connected again. */
  lost: ReactNode;
  /** Why sign-in is not possible. */
  unavailable: string | null;
  /** Says what the user allows. */
  asks: ReactNode;
  children: ReactNode;
}) {
  const { signIn, connected, lost, unavailable, asks, children } = props;
  const { connect, connecting } = useSignInWindow(signIn);
  const button = (
    <Button
      variant={unavailable ? 'outline' : 'primary'}
      disabled={Boolean(unavailable)}
      pending={connecting}
      onClick={connect}
    >
      {connecting ? 'Connecting...' : `${lost ? 'Reconnect' : 'Connect'} ${signIn.name} Account`}
    </Button>
  );
  return (
    <>
      {lost && (
        <Notice tone="warn" action={button}>
          {lost}
        </Notice>
      )}
      {children}
      {unavailable && <Notice tone="info">{unavailable}</Notice>}
      {!connected && !lost && (
        <>
          <Badge tone="mute" className="self-start">
            Not Connected
          </Badge>
          {!unavailable && <p className="text-small text-ink-2">{asks}</p>}
          <div>{button}</div>
        </>
      )}
    </>
  );
}
