import { Ellipsis, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Menu, MenuItem } from '../../components/ui/Menu.tsx';
import { useWriting } from './api.ts';
import { useCampaignDialog } from './CampaignDialogs.tsx';
import { isUntouched } from './nextStep.ts';

type Choice = { label: string; Icon: ComponentType<{ 'aria-hidden': true }>; disabled: boolean; take: () => void };

/** The rarer actions of a campaign: edit it, write its texts again, delete it. `before`: choices above these. */
export function CampaignMenu(props: { campaign: CampaignView; before?: readonly Choice[] }) {
  const { campaign } = props;
  const open = useCampaignDialog(campaign.id);
  const writing = useWriting(campaign);
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
      {rewritable && (
        <MenuItem disabled={writing} onSelect={() => open('rewrite')}>
          <RefreshCw aria-hidden />
          Regenerate Messages
        </MenuItem>
      )}
      <MenuItem destructive onSelect={() => open('delete')}>
        <Trash2 aria-hidden />
        Delete
      </MenuItem>
    </Menu>
  );
}
