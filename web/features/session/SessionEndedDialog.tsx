import * as AlertDialog from 'radix-ui/alert-dialog';
import { type MouseEvent, useRef, useState } from 'react';
import { Button, buttonClasses } from '../../components/ui/Button.tsx';
import { useFocusReturn } from '../../components/ui/focusReturn.ts';
import { Notice } from '../../components/ui/Notice.tsx';
import { lookForSession, useSession, type WhoSignedIn } from '../../lib/session.ts';

const SIGN_IN = '/api/login?next=%2Fsigned-in';

const NOT_YET: Partial<Record<WhoSignedIn, { tone: 'info' | 'warn'; text: string }>> = {
  nobody: { tone: 'info', text: 'You are not signed in yet.' },
  no_answer: { tone: 'warn', text: "Couldn't check who is signed in. Check your connection, then try again." },
};

/** Over any screen and dialog: what was typed is kept until the person has signed in again. */
export function SessionEndedDialog() {
  const { ended, why, shut, notDone } = useSession();
  const [found, setFound] = useState<WhoSignedIn | null>(null);
  const notYet = found && NOT_YET[found];
  const focus = useFocusReturn();
  const first = useRef<HTMLAnchorElement>(null);
  return (
    <AlertDialog.Root open={ended}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-70 animate-fade bg-overlay" />
        <AlertDialog.Content
          onEscapeKeyDown={(event) => event.preventDefault()}
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            setFound(null);
            // else Radix looks for a Cancel, and there is none
            event.preventDefault();
            first.current?.focus();
          }}
          className="fixed inset-x-4 top-[50dvh] z-70 mx-auto max-w-dialog -translate-y-1/2 animate-rise rounded-panel border bg-surface p-5 shadow-pop"
        >
          <AlertDialog.Title className="font-semibold text-lead">Your session has ended</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-ink-2">
            {why ?? 'Sign in again to continue.'}
            {!shut && ' What you typed is kept.'}
          </AlertDialog.Description>
          {notDone !== null && (
            <Notice tone="warn" className="mt-3">
              Your last action was not done.{!shut && ' Do it again once you are signed in.'}
            </Notice>
          )}
          {notYet && (
            <Notice tone={notYet.tone} className="mt-3">
              {notYet.text}
            </Notice>
          )}
          <div className="mt-5 flex flex-wrap items-center justify-end gap-2 max-sm:[&>:not(:first-child)]:flex-1">
            <a
              ref={shut ? first : null}
              href="/"
              className="link mr-auto text-small max-sm:order-last max-sm:mr-0 max-sm:basis-full max-sm:py-2 max-sm:text-center"
            >
              Leave this page
            </a>
            {!shut && (
              <>
                <Button variant="ghost" onClick={() => void lookForSession().then(setFound)}>
                  I have signed in
                </Button>
                <a
                  ref={first}
                  href={SIGN_IN}
                  target="_blank"
                  rel="noopener opener"
                  className={buttonClasses('primary')}
                  onClick={openWindow}
                >
                  Sign in again
                </a>
              </>
            )}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** A small window that can close itself; where pop-ups are blocked, the link opens a tab. */
function openWindow(event: MouseEvent): void {
  if (window.open(SIGN_IN, 'partner-pilot-sign-in', 'popup,width=480,height=720')) event.preventDefault();
}
