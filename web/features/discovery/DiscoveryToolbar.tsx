import { Download, FileUp, Link as LinkIcon, SlidersHorizontal, Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { BusinessProfileView } from '../../../api/views.ts';
import type { PartnerFilter } from '../../../events/inputs/partners.ts';
import { Button } from '../../components/ui/Button.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { useExportPartners } from '../partners/exportPartners.ts';
import { LinkedinDialog } from './LinkedinDialog.tsx';

const ImportDialog = onDemand(() => import('./ImportDialog.tsx').then((module) => module.ImportDialog));
const AdjustProfileDialog = onDemand(() =>
  import('./AdjustProfileDialog.tsx').then((module) => module.AdjustProfileDialog),
);

type Opened = 'linkedin' | 'import' | 'profile' | null;

/** The actions of the discovery screen and their dialogs. */
export function DiscoveryToolbar(props: {
  profile: BusinessProfileView | null;
  filter: PartnerFilter;
  count: number;
  searching: boolean;
  onGenerate: () => void;
}) {
  const [opened, setOpened] = useState<Opened>(null);
  const exporting = useExportPartners('partners-export');
  const close = (): void => setOpened(null);
  return (
    <>
      <Button
        variant="ghost"
        pending={exporting.isPending}
        disabled={props.count === 0}
        onClick={() => exporting.mutate({ filter: props.filter, count: props.count })}
      >
        <Download aria-hidden />
        Export CSV ({props.count})
      </Button>
      <Button variant="ghost" onClick={() => setOpened('import')}>
        <FileUp aria-hidden />
        Import CSV
      </Button>
      <Button onClick={() => setOpened('linkedin')}>
        <LinkIcon aria-hidden />
        Add from LinkedIn
      </Button>
      <Button disabled={!props.profile} onClick={() => setOpened('profile')}>
        <SlidersHorizontal aria-hidden />
        Adjust Profile
      </Button>
      <Button
        variant="primary"
        className="max-sm:col-span-2"
        disabled={!props.profile}
        pending={props.searching}
        onClick={props.onGenerate}
      >
        {!props.searching && <Sparkles aria-hidden />}
        {props.searching ? 'Finding Partners...' : 'Generate New Matches'}
      </Button>
      {props.profile && (
        <AiEstimate
          operation="partnerGeneration"
          what="AI for one search"
          without="Searches go on without AI."
          className="basis-full!"
        />
      )}
      {opened === 'linkedin' && <LinkedinDialog onClose={close} />}
      <FetchedPart onLost={close}>
        {opened === 'import' && <ImportDialog onClose={close} />}
        {opened === 'profile' && props.profile && <AdjustProfileDialog profile={props.profile} onClose={close} />}
      </FetchedPart>
    </>
  );
}
