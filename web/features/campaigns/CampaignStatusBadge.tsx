import { CircleCheck, CirclePause, CirclePlay, PencilLine } from 'lucide-react';
import type { CampaignStatus } from '../../../events/options.ts';
import { Badge, type BadgeTone } from '../../components/ui/Badge.tsx';

const LOOKS: Record<CampaignStatus, { label: string; tone: BadgeTone; Icon: typeof CirclePlay }> = {
  draft: { label: 'Draft', tone: 'mute', Icon: PencilLine },
  active: { label: 'Active', tone: 'good', Icon: CirclePlay },
  paused: { label: 'Paused', tone: 'warn', Icon: CirclePause },
  completed: { label: 'Completed', tone: 'info', Icon: CircleCheck },
};

export function CampaignStatusBadge(props: { status: CampaignStatus }) {
  const { label, tone, Icon } = LOOKS[props.status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}
