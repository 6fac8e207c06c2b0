import type { CampaignView } from '../../../api/views.ts';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { counted } from '../../lib/numbers.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { useRegenerateMessages } from './generateMessages.ts';

export function RewriteDialog(props: { campaign: CampaignView; onClose: () => void }) {
  const { campaign, onClose } = props;
  const regenerate = useRegenerateMessages(campaign.id);
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Rewrite edited texts too?"
      confirmLabel="Rewrite all"
      destructive
      pending={regenerate.isPending}
      onConfirm={() => regenerate.mutate(true, { onSettled: onClose })}
    >
      Every text is written again. Your edits and approvals are lost.
      <AiEstimate
        operation="messageGeneration"
        what={counted(campaign.partnerCount, 'message')}
        count={campaign.partnerCount}
        className="mt-2"
      />
    </ConfirmDialog>
  );
}
