import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Popover } from '../../components/ui/Popover.tsx';
import { Loading } from '../../components/ui/QueryState.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { useMedia } from '../../lib/useMedia.ts';
import type { FilterProps } from './FilterFields.tsx';

const FilterFields = onDemand(() => import('./FilterFields.tsx').then((module) => module.FilterFields));

type Props = FilterProps & { onClear: () => void };

const BUTTON = (
  <>
    <ListFilter aria-hidden />
    <span className="max-[22em]:sr-only">Filter</span>
  </>
);

/** The filters of a partner list behind one button; those in force are beside it (FilterPills). With little room they fill a dialog. */
export function FilterPopover(props: Props) {
  const [open, setOpen] = useState(false);
  if (!useMedia('(width < 1024px)'))
    return (
      <Popover label="Filters" button={{ children: BUTTON }} className="w-120 p-4">
        {(close) => <Fields {...props} onLost={close} />}
      </Popover>
    );
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {BUTTON}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Filters">
        <DialogBody>
          <Fields {...props} onLost={() => setOpen(false)} />
        </DialogBody>
        <DialogFooter>
          <Button variant="ghost" onClick={props.onClear}>
            Clear all
          </Button>
          <Button variant="primary" onClick={() => setOpen(false)}>
            Show partners
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}

const Fields = ({ onLost, ...props }: FilterProps & { onLost: () => void }) => (
  <FetchedPart onLost={onLost} fallback={<Loading form label="Loading the filters" height="h-48" />}>
    <FilterFields {...props} />
  </FetchedPart>
);
