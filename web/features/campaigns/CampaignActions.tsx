import { Ellipsis, Eye, Pencil, RefreshCw, Sparkles, Trash2, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Menu, MenuItem } from '../../components/ui/Menu.tsx';
import { AddPartnersDialog } from './AddPartnersDialog.tsx';
import { CampaignControls } from './CampaignControls.tsx';
import { useDeleteCampaign } from './deleteCampaign.ts';
import { useGenerateMessages, useRegenerateMessages } from './generateMessages.ts';
import { PreviewDialog } from './PreviewDialog.tsx';

const EditCampaignDialog = lazy(() =>
  import('./EditCampaignDialog.tsx').then((module) => ({ default: module.EditCampaignDialog })),
);

type Opened = 'partners' | 'preview' | 'edit' | 'delete' | 'rewrite' | null;

/** Everything that can be done with a campaign in its present state. */
export function CampaignActions(props: { campaign: CampaignView; onDetail?: boolean }) {
  const { campaign } = props;
  const [opened, setOpened] = useState<Opened>(null);
  const generate = useGenerateMessages(campaign.id);
  const regenerate = useRegenerateMessages(campaign.id);
  const close = (): void => setOpened(null);
  const untouched = campaign.status === 'draft' && campaign.sentCount === 0;
  const someone = campaign.partnerCount > 0;
  // Partners who were added to a running campaign get their texts there too.
  const textsMissing = campaign.status !== 'draft' && campaign.generatedCount < campaign.partnerCount;
  const writing = campaign.generation !== null || generate.isPending || regenerate.isPending;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CampaignControls campaign={campaign} />
      <Button onClick={() => setOpened('partners')}>
        <UserPlus aria-hidden />
        Add Partners
      </Button>
      {(untouched || textsMissing) && (
        <Button pending={writing} disabled={!someone} onClick={() => generate.mutate()}>
          {!writing && <Sparkles aria-hidden />}
          Generate Messages
        </Button>
      )}
      {untouched && someone && campaign.generatedCount > 0 && (
        <Button disabled={writing} onClick={() => regenerate.mutate(false)}>
          <RefreshCw aria-hidden />
          Regenerate Messages
        </Button>
      )}
      {someone && (
        <Button onClick={() => setOpened('preview')}>
          <Eye aria-hidden />
          Preview &amp; Edit
        </Button>
      )}
      {someone && !props.onDetail && (
        <ButtonLook>
          <Link href={`/campaigns/${campaign.id}`}>View Campaign</Link>
        </ButtonLook>
      )}
      <Button variant="ghost" onClick={() => setOpened('edit')} aria-label={`Edit ${campaign.name ?? 'campaign'}`}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button
        variant="quietDanger"
        onClick={() => setOpened('delete')}
        aria-label={`Delete ${campaign.name ?? 'campaign'}`}
      >
        <Trash2 aria-hidden />
        Delete
      </Button>
      {untouched && someone && campaign.generatedCount > 0 && (
        <Menu
          trigger={
            <Button variant="ghost" size="icon" aria-label={`More actions for ${campaign.name ?? 'campaign'}`}>
              <Ellipsis aria-hidden />
            </Button>
          }
        >
          <MenuItem onSelect={() => setOpened('rewrite')} disabled={writing}>
            <RefreshCw aria-hidden />
            Regenerate, edited texts too
          </MenuItem>
        </Menu>
      )}
      {opened === 'partners' && <AddPartnersDialog campaign={campaign} onClose={close} />}
      {opened === 'preview' && <PreviewDialog campaign={campaign} onClose={close} />}
      <Suspense fallback={null}>
        {opened === 'edit' && <EditCampaignDialog campaign={campaign} onClose={close} />}
      </Suspense>
      {opened === 'delete' && <DeleteCampaignDialog campaign={campaign} onClose={close} />}
      <ConfirmDialog
        open={opened === 'rewrite'}
        onOpenChange={close}
        title="Rewrite edited texts too?"
        confirmLabel="Rewrite all"
        destructive
        pending={regenerate.isPending}
        onConfirm={() => regenerate.mutate(true, { onSettled: close })}
      >
        Every text is written again, and what you changed by hand is lost.
      </ConfirmDialog>
    </div>
  );
}

function DeleteCampaignDialog(props: { campaign: CampaignView; onClose: () => void }) {
  const remove = useDeleteCampaign();
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title="Delete Campaign?"
      confirmLabel="Delete Campaign"
      destructive
      pending={remove.isPending}
      onConfirm={() => remove.mutate(props.campaign.id, { onSuccess: props.onClose })}
    >
      Are you sure you want to delete {props.campaign.name ?? 'this campaign'}? What was not sent yet is cancelled. This
      action cannot be undone.
    </ConfirmDialog>
  );
}
