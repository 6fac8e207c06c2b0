import { Ellipsis, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Menu, MenuItem } from '../../components/ui/Menu.tsx';
import { counted } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { useDeleteCampaign } from './deleteCampaign.ts';
import { useRegenerateMessages, useWriting } from './generateMessages.ts';
import { isUntouched } from './nextStep.ts';

const EditCampaignDialog = onDemand(() =>
  import('./EditCampaignDialog.tsx').then((module) => module.EditCampaignDialog),
);

type Choice = { label: string; Icon: ComponentType<{ 'aria-hidden': true }>; disabled: boolean; take: () => void };

/** What is done to a campaign now and then: edit it, write its texts anew, delete it. `before`: choices above these. */
export function CampaignMenu(props: { campaign: CampaignView; before?: readonly Choice[]; onDeleted?: () => void }) {
  const { campaign } = props;
  const [opened, setOpened] = useState<'edit' | 'delete' | 'rewrite' | null>(null);
  const regenerate = useRegenerateMessages(campaign.id);
  const writing = useWriting(campaign);
  const rewritable = isUntouched(campaign) && campaign.partnerCount > 0;
  const name = campaign.name ?? 'this campaign';
  const close = (): void => setOpened(null);
  const remove = useDeleteCampaign(campaign.id, () => {
    close();
    props.onDeleted?.();
  });
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`More actions for ${name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {props.before?.map(({ label, Icon, disabled, take }) => (
          <MenuItem key={label} disabled={disabled} onSelect={take}>
            <Icon aria-hidden />
            {label}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => setOpened('edit')}>
          <Pencil aria-hidden />
          Edit
        </MenuItem>
        {rewritable && (
          <MenuItem disabled={writing} onSelect={() => regenerate.mutate(false)}>
            <RefreshCw aria-hidden />
            Regenerate Messages
          </MenuItem>
        )}
        {rewritable && (
          <MenuItem disabled={writing} onSelect={() => setOpened('rewrite')}>
            <RefreshCw aria-hidden />
            Regenerate, edited texts too
          </MenuItem>
        )}
        <MenuItem destructive onSelect={() => setOpened('delete')}>
          <Trash2 aria-hidden />
          Delete
        </MenuItem>
      </Menu>
      <FetchedPart onLost={close}>
        {opened === 'edit' && <EditCampaignDialog campaign={campaign} onClose={close} />}
      </FetchedPart>
      <ConfirmDialog
        open={opened === 'rewrite'}
        onClose={close}
        title="Rewrite edited texts too?"
        confirmLabel="Rewrite all"
        destructive
        pending={regenerate.isPending}
        onConfirm={() => regenerate.mutate(true, { onSettled: close })}
      >
        Every text is written again. Your edits and approvals are lost.
        <AiEstimate
          operation="messageGeneration"
          what={counted(campaign.partnerCount, 'message')}
          count={campaign.partnerCount}
          className="mt-2"
        />
      </ConfirmDialog>
      <ConfirmDialog
        open={opened === 'delete'}
        onClose={close}
        title="Delete Campaign?"
        confirmLabel="Delete Campaign"
        destructive
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        Are you sure you want to delete {name}? Unsent messages are cancelled. This action cannot be undone.
      </ConfirmDialog>
    </>
  );
}
