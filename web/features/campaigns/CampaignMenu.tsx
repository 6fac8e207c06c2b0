import { Archive, ArchiveRestore, Copy, Ellipsis, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { useLocation } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Menu, MenuItem } from '../../components/ui/Menu.tsx';
import { useArchiveCampaign, useCopyCampaign, useWriting } from './api.ts';
import { useCampaignDialog } from './CampaignDialogs.tsx';
import { isUntouched } from './nextStep.ts';

type Choice = { label: string; Icon: ComponentType<{ 'aria-hidden': true }>; disabled: boolean; take: () => void };

/** The rarer actions of a campaign: edit it, copy it, write its texts again, archive it, delete it. `before`: choices above these. */
export function CampaignMenu(props: { campaign: CampaignView; before?: readonly Choice[] }) {
  const { campaign } = props;
  const open = useCampaignDialog(campaign.id);
  const writing = useWriting(campaign);
  const [, navigate] = useLocation();
  const copy = useCopyCampaign(campaign.id, ({ id }) => navigate(`/campaigns/${id}`));
  const archive = useArchiveCampaign(campaign.id);
  const archivable = campaign.archived || campaign.status === 'paused' || campaign.status === 'completed';
  const rewritable = isUntouched(campaign) && campaign.partnerCount > 0;
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`More actions for ${campaign.name ?? 'this campaign'}`}>
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
      <MenuItem onSelect={() => open('edit')}>
        <Pencil aria-hidden />
        Edit
      </MenuItem>
      <MenuItem disabled={copy.isPending} onSelect={() => copy.mutate()}>
        <Copy aria-hidden />
        Copy
      </MenuItem>
      {rewritable && (
        <MenuItem disabled={writing} onSelect={() => open('rewrite')}>
          <RefreshCw aria-hidden />
          Regenerate Messages
        </MenuItem>
      )}
      {archivable && (
        <MenuItem onSelect={() => archive.mutate(!campaign.archived)}>
          {campaign.archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
          {campaign.archived ? 'Restore from Archive' : 'Archive'}
        </MenuItem>
      )}
      <MenuItem destructive onSelect={() => open('delete')}>
        <Trash2 aria-hidden />
        Delete
      </MenuItem>
    </Menu>
  );
}
