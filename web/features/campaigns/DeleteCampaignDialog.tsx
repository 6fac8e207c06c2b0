import type { CampaignView } from '../../../api/views.ts';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { useDeleteCampaign } from './api.ts';

export function DeleteCampaignDialog(props: {
  campaign: CampaignView;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}) {
  const { campaign, onClose } = props;
  const remove = useDeleteCampaign(campaign.id, () => {
    onClose();
    props.onDeleted?.();
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete Campaign?"
      confirmLabel="Delete Campaign"
      destructive
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      Are you sure you want to delete {campaign.name ?? 'this campaign'}? Unsent messages are cancelled. This action
      cannot be undone.
    </ConfirmDialog>
  );
}
