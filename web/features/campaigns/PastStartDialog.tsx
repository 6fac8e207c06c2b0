import type { CampaignView } from '../../../api/views.ts';
import { Dialog, DialogBody } from '../../components/ui/Dialog.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { serverWords } from '../../lib/apiError.ts';
import { momentIn } from '../../lib/dates.ts';
import { useUserZone } from '../profile/api.ts';
import { useStartPreview } from './api.ts';
import { StartPlan } from './StartPlan.tsx';

/** Shows what Start or Resume would have done at a past moment (ISO 8601). */
export function PastStartDialog(props: {
  campaign: Pick<CampaignView, 'id' | 'name'>;
  at: string;
  onClose: () => void;
}) {
  const { campaign, at } = props;
  const zone = useUserZone();
  const preview = useStartPreview(campaign.id, at);
  return (
    <Dialog
      wide
      onClose={props.onClose}
      title={`Start of ${campaign.name ?? 'an erased campaign'}`}
      description={`What Start would have done on ${momentIn(zone, at, Date.now())}.`}
    >
      <DialogBody>
        {preview.isPending && <Loading label="Looking up what would have been sent" rows={3} height="h-9" />}
        {preview.isError && (
          <LoadFailed again={preview}>
            {serverWords(preview.error, 'The preview could not be loaded. Please try again.')}
          </LoadFailed>
        )}
        {preview.data && <StartPlan plan={preview.data} campaign={campaign.id} past />}
      </DialogBody>
    </Dialog>
  );
}
