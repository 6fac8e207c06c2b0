import { CircleAlert, CircleCheck, CircleDashed, CirclePause } from 'lucide-react';
import type { GmailStatusView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';

export function ConnectionBadge({
  connected,
  needsReauth,
  paused,
}: Pick<GmailStatusView, 'connected' | 'needsReauth' | 'paused'>) {
  if (needsReauth)
    return (
      <Badge tone="warn">
        <CircleAlert aria-hidden />
        Reconnect Needed
      </Badge>
    );
  if (connected && paused)
    return (
      <Badge tone="warn">
        <CirclePause aria-hidden />
        Paused
      </Badge>
    );
  return connected ? (
    <Badge tone="good">
      <CircleCheck aria-hidden />
      Connected
    </Badge>
  ) : (
    <Badge tone="mute">
      <CircleDashed aria-hidden />
      Not Connected
    </Badge>
  );
}
