import { CircleAlert, CircleCheck, CircleDashed, CirclePause } from 'lucide-react';
import type { LoginProvider } from '../../../events/shared/options.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { useMailboxStatus } from './api.ts';

export type Connection = {
  connected: boolean;
  paused: boolean;
  error?: string | null | undefined;
  needsReauth?: boolean;
};

/** The badge of a connected account. */
export function LoginBadge(props: { provider: LoginProvider }) {
  const { data } = useMailboxStatus(props.provider);
  return <ConnectionBadge connected paused={data?.paused ?? false} error={data?.error} />;
}

export function ConnectionBadge({ connected, paused, error, needsReauth = Boolean(error) }: Connection) {
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
