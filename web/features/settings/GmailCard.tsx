import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { useConnectGmail } from './connectGmail.ts';
import { useGmailStatus } from './gmailStatus.ts';

/** Whether a Gmail account is connected. */
export function GmailCard() {
  const status = useGmailStatus();
  const connect = useConnectGmail();
  return (
    <Card
      title="Gmail"
      note="Send from your own mailbox."
      actions={
        status.data && (
          <Badge tone={status.data.connected ? 'good' : 'mute'}>
            {status.data.connected ? 'Connected' : 'Not Connected'}
          </Badge>
        )
      }
    >
      <div className="flex flex-col gap-3 p-4">
        {status.isPending && (
          <div role="status" aria-label="Checking the Gmail connection">
            <Skeleton className="h-10" />
          </div>
        )}
        {(status.isError || status.data?.error) && (
          <Notice tone="bad">{status.data?.error ?? 'Failed to check status'}</Notice>
        )}
        {status.data?.needsReauth && (
          <Notice tone="warn">Your Gmail connection needs to be refreshed. Please reconnect your account.</Notice>
        )}
        {status.data?.connected && <p>Connected as {status.data.gmailEmail}</p>}
        {status.data && (!status.data.connected || status.data.needsReauth) && (
          <>
            <p className="text-small text-ink-2">
              No Gmail account is connected. Until one is, choose SendGrid below to send.
            </p>
            <div>
              <Button pending={connect.isPending} onClick={() => connect.mutate()}>
                Connect Gmail
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}
