import type { SendStatus } from '../../../api/views.ts';
import { Badge, type BadgeTone } from '../../components/ui/Badge.tsx';

const LOOKS: Record<SendStatus, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'mute' },
  sending: { label: 'Sending', tone: 'info' },
  sent: { label: 'Sent', tone: 'good' },
  replied: { label: 'Replied', tone: 'accent' },
  failed: { label: 'Failed', tone: 'bad' },
  unknown: { label: 'Unknown', tone: 'warn' },
  cancelled: { label: 'Cancelled', tone: 'mute' },
};

export function SendStatusBadge(props: { status: SendStatus }) {
  const { label, tone } = LOOKS[props.status];
  return <Badge tone={tone}>{label}</Badge>;
}
