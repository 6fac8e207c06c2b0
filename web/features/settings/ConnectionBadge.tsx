import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import type { GmailStatusView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';

export function ConnectionBadge({ connected, needsReauth }: Pick<GmailStatusView, 'connected' | 'needsReauth'>) {
  if (needsReauth)
    return (
      <Badge tone="warn">
        <CircleAlert aria-hidden />
        Reconnect Needed
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
