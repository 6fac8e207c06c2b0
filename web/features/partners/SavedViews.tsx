import { Bookmark } from 'lucide-react';
import type { PartnerView } from '../../../api/views.ts';
import type { PartnerList } from '../../../events/shared/options.ts';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Popover } from '../../components/ui/Popover.tsx';
import type { TableColumn } from '../../components/ui/table/columns.ts';
import { onDemand } from '../../lib/onDemand.tsx';

const SavedViewsPanel = onDemand(() => import('./SavedViewsPanel.tsx').then((module) => module.SavedViewsPanel));

export function SavedViews(props: { list: PartnerList; columns: readonly TableColumn<PartnerView>[] }) {
  return (
    <Popover
      label="Saved lists"
      button={{
        children: (
          <>
            <Bookmark aria-hidden />
            <span className="max-sm:sr-only">Lists</span>
          </>
        ),
      }}
      className="w-72 p-2"
    >
      {(close) => (
        <FetchedPart onLost={close}>
          <SavedViewsPanel {...props} onChosen={close} />
        </FetchedPart>
      )}
    </Popover>
  );
}
