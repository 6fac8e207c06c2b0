import { Archive, ArchiveRestore, Copy, Ellipsis, LayoutTemplate, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { useLocation } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Menu, MenuItem } from '../../components/ui/Menu.tsx';
import { useHere } from '../../lib/here.ts';
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
  const choices: (Choice & { destructive?: true })[] = [
    ...(props.before ?? []),
    { label: 'Edit', Icon: Pencil, disabled: false, take: () => open('edit') },
    { label: 'Copy', Icon: Copy, disabled: copy.isPending, take: () => copy.mutate() },
    {
      ...{ label: 'Save steps as template', Icon: LayoutTemplate, disabled: campaign.messagePrompt === null },
      take: () => open('template'),
    },
    ...(rewritable
      ? [{ label: 'Regenerate Messages', Icon: RefreshCw, disabled: writing, take: () => open('rewrite') }]
      : []),
    ...(archivable
      ? [
          {
            ...(campaign.archived
              ? { label: 'Restore from archive', Icon: ArchiveRestore }
              : { label: 'Archive', Icon: Archive }),
            ...{ disabled: archive.isPending, take: () => archive.mutate(!campaign.archived) },
          },
        ]
      : []),
    { label: 'Delete', Icon: Trash2, disabled: false, destructive: true, take: () => open('delete') },
  ];
  // the page of the campaign offers them in the palette, the list of many does not
  const offered = props.before ? [] : choices.filter(({ disabled }) => !disabled);
  useHere(
    offered.map(({ label, take }) => ({ id: label, text: `${label}: ${campaign.name ?? 'this campaign'}`, run: take })),
  );
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`More actions for ${campaign.name ?? 'this campaign'}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      {choices.map(({ label, Icon, take, ...look }) => (
        <MenuItem key={label} {...look} onSelect={take}>
          <Icon aria-hidden />
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
