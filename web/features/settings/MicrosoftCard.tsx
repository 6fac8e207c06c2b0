import type { MailboxStatusView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { useMailboxStatus } from './api.ts';
import { ConnectedMailbox } from './ConnectedMailbox.tsx';
import { ConnectionBadge } from './ConnectionBadge.tsx';
import { useConnectMicrosoft } from './connectAccount.ts';
import { byMicrosoft } from './mailboxKind.ts';

/** Whether a Microsoft account is connected, and the way to connect one. */
export function MicrosoftCard() {
  const status = useMailboxStatus();
  const own = status.data && byMicrosoft(status.data);
  return (
    <Card
      title="Microsoft 365 / Outlook"
      note="Send from your own mailbox."
      actions={own && <ConnectionBadge {...own} needsReauth={own.error !== null} />}
    >
      <div className="p-4">
        <QueryState
          query={status}
          loading={<Loading label="Loading the Microsoft account" height="h-24" />}
          failed="Error loading the Microsoft account. Please try again."
        >
          {(loaded) => <Connection status={loaded} />}
        </QueryState>
      </div>
    </Card>
  );
}

function Connection(props: { status: MailboxStatusView }) {
  const { microsoftUnavailable: unavailable, connected: hasMailbox, email } = props.status;
  const status = byMicrosoft(props.status);
  const { connected, error } = status;
  const needsReauth = error !== null;
  const { connect, connecting } = useConnectMicrosoft();
  const button = (
    <Button
      variant={unavailable ? 'outline' : 'primary'}
      disabled={Boolean(unavailable)}
      pending={connecting}
      onClick={connect}
    >
      {connecting ? 'Connecting...' : needsReauth ? 'Reconnect Microsoft Account' : 'Connect Microsoft Account'}
    </Button>
  );
  return (
    <div className="flex flex-col gap-3">
      {needsReauth && (
        <Notice tone="warn" action={button}>
          {error} Queued emails are kept and sent once you connect your account again.
        </Notice>
      )}
      {connected && <ConnectedMailbox status={status} />}
      {unavailable && <Notice tone="info">{unavailable}</Notice>}
      {!connected && (
        <>
          {!unavailable && (
            <p className="text-small text-ink-2">
              Microsoft asks you in a pop-up window. Partner Pilot sends emails for you, and reads new emails to find
              replies. It keeps only those of your partners.
              {hasMailbox && email && ` The account takes the place of the mailbox ${email}.`}
            </p>
          )}
          <div>{button}</div>
        </>
      )}
    </div>
  );
}
