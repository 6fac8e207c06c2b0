import { useState } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { counted } from '../../lib/numbers.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { useRegenerateMessages } from './api.ts';

/** Asks before texts are written again, with what that costs at most. */
export function RewriteDialog(props: { campaign: CampaignView; onClose: () => void }) {
  const { campaign, onClose } = props;
  const [all, setAll] = useState(false);
  const regenerate = useRegenerateMessages(campaign.id);
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Regenerate messages?"
      confirmLabel="Regenerate"
      destructive={all}
      pending={regenerate.isPending}
      onConfirm={() => regenerate.mutate(all, { onSettled: onClose })}
    >
      {all
        ? 'Every text is written again. Your edits and approvals are lost.'
        : 'Every text is written again, except those that you edited. Approvals of the others are lost.'}
      <Checkbox label="Edited texts, too" checked={all} onChange={setAll} className="mt-3" />
      <AiEstimate
        operation="messageGeneration"
        what={`Up to ${counted(campaign.partnerCount, 'message')}`}
        count={campaign.partnerCount}
        className="mt-3"
      />
    </ConfirmDialog>
  );
}
