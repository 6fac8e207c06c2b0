import type { CampaignView, FollowUpChangesView } from '../../../api/views.ts';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { afterwardsText, changesText } from './editPreview.ts';

/** Names the people whom an edit of the follow-ups concerns, and asks before it is saved. */
export function FollowUpQuestion(props: {
  campaign: CampaignView;
  changes: FollowUpChangesView;
  pending: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { changes } = props;
  const after = afterwardsText(changes, props.campaign.status === 'completed');
  return (
    <ConfirmDialog
      onClose={props.onClose}
      title="Change follow-ups?"
      confirmLabel="Save Changes"
      destructive={changes.completes}
      pending={props.pending}
      onConfirm={props.onConfirm}
    >
      <p>{changesText(changes)}</p>
      {after && <p>{after}</p>}
    </ConfirmDialog>
  );
}
