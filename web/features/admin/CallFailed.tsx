import type { ReactNode } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';

/** The inside of a card whose call failed. */
export function CallFailed(props: { again: { refetch: () => unknown }; children: ReactNode }) {
  return (
    <div className="p-4">
      <Notice
        tone="bad"
        action={
          <Button size="small" onClick={() => void props.again.refetch()}>
            Try again
          </Button>
        }
      >
        {props.children}
      </Notice>
    </div>
  );
}
