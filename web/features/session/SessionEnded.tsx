import { useEffect, useState } from 'react';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { useSession } from '../../lib/session.ts';
import { showToast } from '../../lib/toasts.ts';

const SessionEndedDialog = onDemand(() =>
  import('./SessionEndedDialog.tsx').then((module) => module.SessionEndedDialog),
);
const TRY_AGAIN_MS = 5_000;

/** Asks over the screen to sign in again when the session has ended. The dialog is fetched then: most visits never need it. */
export function SessionEnded() {
  const { ended, notDone } = useSession();
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (ended || notDone === null) return;
    showToast({
      title: notDone,
      text: 'Your session had ended, so this was not done. Please try again.',
      variant: 'destructive',
    });
    useSession.setState({ notDone: null });
  }, [ended, notDone]);
  useEffect(() => {
    if (!waits) return;
    const retry = setTimeout(() => setWaits(false), TRY_AGAIN_MS);
    return () => clearTimeout(retry);
  }, [waits]);
  return <FetchedPart onLost={() => setWaits(true)}>{ended && !waits && <SessionEndedDialog />}</FetchedPart>;
}
