import { Pause, Play } from 'lucide-react';
import type { CampaignView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Tooltip } from '../../components/ui/Tooltip.tsx';
import { useSetCampaignStatus } from './campaignStatus.ts';

/** Start a draft, pause an active campaign, resume a paused one. */
export function CampaignControls(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const change = useSetCampaignStatus(campaign.id);
  if (campaign.status === 'active') {
    return (
      <Button pending={change.isPending} onClick={() => change.mutate('paused')}>
        {!change.isPending && <Pause aria-hidden />}
        Pause
      </Button>
    );
  }
  if (campaign.status === 'completed') return null;
  const paused = campaign.status === 'paused';
  return (
    <Tooltip
      text={
        paused
          ? 'Goes on with the messages that are left.'
          : `Approves every text and sends up to ${campaign.dailyLimit} a day.`
      }
    >
      <Button
        variant="primary"
        pending={change.isPending}
        disabled={campaign.partnerCount === 0 || campaign.generation !== null}
        onClick={() => change.mutate('active')}
      >
        {!change.isPending && <Play aria-hidden />}
        {paused ? 'Resume' : 'Start'}
      </Button>
    </Tooltip>
  );
}
