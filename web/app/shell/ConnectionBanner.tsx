import { WifiOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { lookForServer, useConnection } from '../../lib/connection.ts';

/** Stays while the server cannot be reached, above what is sticky in the screen. */
export function ConnectionBanner() {
  const lost = useConnection((state) => state.lost);
  const [looking, setLooking] = useState(false);
  return (
    <div role="status" className="sticky top-0 z-30 max-md:top-14">
      {lost && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-bad-soft px-4 py-1.5 text-bad text-small md:px-8">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          <p className="min-w-0 flex-1">
            <strong className="font-semibold">Connection lost.</strong> You cannot save until it is back. What you typed
            is kept.
          </p>
          <Button
            size="small"
            pending={looking}
            onClick={() => {
              setLooking(true);
              void lookForServer().finally(() => setLooking(false));
            }}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
