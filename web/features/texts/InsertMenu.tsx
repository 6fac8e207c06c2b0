import { Braces } from 'lucide-react';
import { useId } from 'react';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Popover } from '../../components/ui/Popover.tsx';
import { useHere } from '../../lib/here.ts';
import { onDemand } from '../../lib/onDemand.tsx';

const InsertPanel = onDemand(() => import('./InsertPanel.tsx').then((module) => module.InsertPanel));

/** What can be inserted into the field of this id, behind one button and in the palette. `label`: what the field holds. */
export function InsertMenu({ field, label }: { field: string; label: string }) {
  const button = useId();
  const text = `Insert into ${label}`;
  useHere([{ id: button, text, run: () => document.getElementById(button)?.click() }]);
  return (
    <Popover
      label={text}
      button={{
        ...{ id: button, variant: 'ghost', size: 'small', 'aria-label': text },
        children: (
          <>
            <Braces aria-hidden />
            Insert
          </>
        ),
      }}
      className="w-80 p-2 max-sm:bottom-2"
    >
      {(close) => (
        <FetchedPart onLost={close}>
          <InsertPanel field={field} onDone={close} />
        </FetchedPart>
      )}
    </Popover>
  );
}
