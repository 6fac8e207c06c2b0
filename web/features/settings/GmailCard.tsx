import type { GmailStatusView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { useDisconnectGmail, useGmailStatus, useTestGmail } from './api.ts';
import { ConnectionBadge } from './ConnectionBadge.tsx';
import { useConnectGmail } from './connectAccount.ts';
import { DisconnectButton } from './DisconnectButton.tsx';
import { GoogleRequirements } from './GoogleRequirements.tsx';

/** Whether a Gmail account is connected, and the way to connect one. */
export function GmailCard() {
  const status = useGmailStatus();
  return (
    <Card
      title="Gmail"
      note="Send from your own mailbox."
      actions={status.data && <ConnectionBadge {...status.data} />}
    >
      <div className="flex flex-col gap-3 p-4">
        {status.isPending && (
          <div role="status" className="flex flex-col gap-2">
            <p className="text-ink-3 text-small">Checking the connection…</p>
            <Skeleton className="h-8 w-44" />
          </div>
        )}
        {status.isError && <LoadFailed again={status}>Failed to check status</LoadFailed>}
        {status.data && <Connection status={status.data} />}
        {status.data?.appAccess && <GoogleRequirements access={status.data.appAccess} />}
      </div>
    </Card>
  );
}

function Connection(props: { status: GmailStatusView }) {
  const { connected, gmailEmail, needsReauth, unavailable, error, replies, access } = props.status;
  const { connect, connecting } = useConnectGmail();
  const button = (
    <Button
      variant={unavailable ? 'outline' : 'primary'}
      disabled={Boolean(unavailable)}
      pending={connecting}
      onClick={connect}
    >
      {connecting ? 'Connecting...' : needsReauth ? 'Reconnect Gmail Account' : 'Connect Gmail Account'}
    </Button>
  );
  return (
    <>
      {error && <Notice tone="bad">{error}</Notice>}
      {needsReauth && (
        <Notice tone="warn" action={button}>
          Your Gmail connection needs to be refreshed. Please reconnect your account.
        </Notice>
      )}
      {needsReauth && !error && (
        <p className="text-ink-3 text-small">
          Needed every week? Then the Google app of this installation is still in testing. Tell your administrator.
        </p>
      )}
      {replies && <Notice tone="warn">{replies}</Notice>}
      {connected && <Connected address={gmailEmail} />}
      {unavailable && <Notice tone="info">{unavailable}</Notice>}
      {!connected && !needsReauth && (
        <>
          {!unavailable && (
            <p className="text-small text-ink-2">
              Google asks you in a pop-up window.{' '}
              {access === 'drafts'
                ? 'Partner Pilot sends emails for you, confirms what was sent, and reads new emails to find replies. It keeps only those of your partners.'
                : "Partner Pilot sends emails for you, and can't read your inbox."}
            </p>
          )}
          <div>{button}</div>
        </>
      )}
    </>
  );
}

function Connected(props: { address: string | null }) {
  const { address } = props;
  const test = useTestGmail();
  const disconnect = useDisconnectGmail();
  return (
    <>
      <p className="min-w-0 break-words">
        <span className="text-ink-3">Connected as </span>
        <span className="font-medium">{address}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          pending={test.isPending}
          disabled={!address || disconnect.isPending}
          onClick={() => address && test.mutate(address)}
        >
          Send Test Email
        </Button>
        <DisconnectButton account="Gmail" pending={disconnect.isPending} onDisconnect={disconnect.mutate} />
      </div>
    </>
  );
}
