import type { SendStatus, SendView } from '../../../api/views.ts';
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

const REPORTS: Record<NonNullable<SendView['delivery']>['report'], { label: string; tone: BadgeTone }> = {
  deferred: { label: 'Delayed', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'good' },
  bounced: { label: 'Bounced', tone: 'bad' },
  blocked: { label: 'Blocked', tone: 'bad' },
  dropped: { label: 'Not delivered', tone: 'bad' },
  complained: { label: 'Reported as spam', tone: 'bad' },
  unsubscribed: { label: 'Unsubscribed', tone: 'warn' },
};

/** What the provider told of a mail after it was sent; nothing, when it told nothing. */
export function DeliveryBadge(props: { delivery: SendView['delivery'] }) {
  if (!props.delivery) return null;
  const { label, tone } = REPORTS[props.delivery.report];
  return <Badge tone={tone}>{label}</Badge>;
}

export function SendStatusBadge(props: { status: SendStatus }) {
  const { label, tone } = LOOKS[props.status];
  return <Badge tone={tone}>{label}</Badge>;
}
