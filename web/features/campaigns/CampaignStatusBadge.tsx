import { CircleCheck, CirclePause, CirclePlay, PencilLine } from 'lucide-react';
import type { CampaignStatus } from '../../../events/shared/options.ts';
import { Badge } from '../../components/ui/Badge.tsx';

/** The variants of product spec section 4: active default, paused secondary, completed outline, others secondary. */
const LOOKS: Record<
  CampaignStatus,
  { label: string; variant: 'default' | 'secondary' | 'outline'; Icon: typeof CirclePlay }
> = {
  draft: { label: 'Draft', variant: 'secondary', Icon: PencilLine },
  active: { label: 'Active', variant: 'default', Icon: CirclePlay },
  paused: { label: 'Paused', variant: 'secondary', Icon: CirclePause },
  completed: { label: 'Completed', variant: 'outline', Icon: CircleCheck },
};
const TONES = { default: 'good', secondary: 'mute', outline: 'outline' } as const;

export function CampaignStatusBadge(props: { status: CampaignStatus }) {
  const { label, variant, Icon } = LOOKS[props.status];
  return (
    <Badge tone={TONES[variant]} variant={variant}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}
