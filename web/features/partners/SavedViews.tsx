import { Bookmark } from 'lucide-react';
import type { PartnerList } from '../../../events/shared/options.ts';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Popover } from '../../components/ui/Popover.tsx';
import { onDemand } from '../../lib/onDemand.tsx';

const SavedViewsPanel = onDemand(() => import('./SavedViewsPanel.tsx').then((module) => module.SavedViewsPanel));

/** The saved views of a list behind one button. */
export function SavedViews(props: { list: PartnerList }) {
  return (
    <Popover
      label="Saved views"
      button={{
        children: (
          <>
            <Bookmark aria-hidden />
            <span className="max-sm:sr-only">Views</span>
          </>
        ),
      }}
      className="w-72 p-2"
    >
      {(close) => (
        <FetchedPart onLost={close}>
          <SavedViewsPanel list={props.list} onChosen={close} />
        </FetchedPart>
      )}
    </Popover>
  );
}
