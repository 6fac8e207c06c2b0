import { useQueries } from '@tanstack/react-query';
import type { CampaignView, SendView } from '../../../api/views.ts';
import { kitWords } from '../../../events/accounts/kitWords.ts';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Loading } from '../../components/ui/QueryState.tsx';
import { useBusinessProfile } from '../profile/api.ts';
import { useMessageDrafts } from '../review/messageDrafts.ts';
import { UnsavedEdits } from '../review/UnsavedEdits.tsx';
import { sendQuery, useStartCampaign, useStartPreview } from './api.ts';
import { isEditable } from './messageState.ts';
import { isBlocked, StartPlan } from './StartPlan.tsx';

/** Says how many emails Start or Resume sets going, from which address and when, and asks. */
export function StartDialog(props: { campaign: CampaignView; onClose: () => void }) {
  const { campaign } = props;
  const preview = useStartPreview(campaign.id);
  const start = useStartCampaign(campaign.id);
  const kit = useBusinessProfile().data?.mediaKit;
  const edits = useUnsavedEdits(campaign.id);
  const verb = campaign.status === 'paused' ? 'Resume' : 'Start';
  const canStart = preview.data && !isBlocked(preview.data);
  return (
    <ConfirmDialog
      onClose={props.onClose}
      title={`${verb} ${campaign.name ?? 'this campaign'}?`}
      wide
      confirmLabel={verb}
      confirmDisabled={!canStart || edits.pending}
      pending={start.isPending}
      onConfirm={() => start.mutate(undefined, { onSuccess: props.onClose })}
    >
      {preview.isPending && <Loading label="Looking up what will be sent" rows={3} height="h-5" className="min-h-25" />}
      {preview.isError && <Notice tone="bad">Couldn’t load the preview. Close this and try again.</Notice>}
      {preview.data && <StartPlan plan={preview.data} campaign={campaign.id} />}
      {canStart && campaign.mediaKit && kit && <p className="mt-2">{kitWords(kit)}, with each first email.</p>}
      {canStart && <UnsavedEdits campaignId={campaign.id} unsaved={edits.unsaved} />}
    </ConfirmDialog>
  );
}

/** Unsaved text of a message is not what its partner gets. */
function useUnsavedEdits(campaignId: string): { unsaved: readonly SendView[]; pending: boolean } {
  const { drafts } = useMessageDrafts();
  // those of other campaigns are not found in this one
  const found = useQueries({ queries: Object.keys(drafts).map((id) => sendQuery(campaignId, id, false)) });
  const unsaved = found.flatMap(({ data }) => (data && isEditable(data) ? [data] : []));
  return { unsaved, pending: found.some(({ isLoading }) => isLoading) };
}
