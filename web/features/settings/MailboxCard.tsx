import { useState } from 'react';
import type { MailboxStatusView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { ConnectionBadge } from './ConnectionBadge.tsx';
import { MailboxFields } from './MailboxFields.tsx';
import { useDisconnectMailbox, useMailboxStatus, useTestMailbox } from './mailbox.ts';

/** Whether a mailbox with SMTP and IMAP is connected, and the form to connect one. */
export function MailboxCard() {
  const status = useMailboxStatus();
  return (
    <Card
      title="Mailbox (SMTP + IMAP)"
      note="Send from a mailbox of any host."
      actions={status.data && <ConnectionBadge {...status.data} needsReauth={status.data.error !== null} />}
    >
      <div className="p-4">
        <QueryState
          query={status}
          loading={<Loading label="Loading the mailbox" height="h-24" />}
          failed="Error loading the mailbox. Please try again."
        >
          {(data) => <Connection status={data} />}
        </QueryState>
      </div>
    </Card>
  );
}

function Connection(props: { status: MailboxStatusView }) {
  const { connected, connecting, error } = props.status;
  const [changing, setChanging] = useState(false);
  const isOpen = changing || error !== null || !connected;
  return (
    <div className="flex flex-col gap-3">
      {error && (
        <Notice tone="warn">{error} Queued emails are kept and sent once you connect your mailbox again.</Notice>
      )}
      {connecting && <Notice tone="info">Signing in to your mail servers…</Notice>}
      {connected && <Connected status={props.status} onChange={isOpen ? null : () => setChanging(true)} />}
      {isOpen && <MailboxFields status={props.status} onConnected={() => setChanging(false)} />}
    </div>
  );
}

function Connected(props: { status: MailboxStatusView; onChange: (() => void) | null }) {
  const { status, onChange } = props;
  const test = useTestMailbox();
  const disconnect = useDisconnectMailbox();
  return (
    <>
      <p className="min-w-0 break-words">
        <span className="text-ink-3">Connected as </span>
        <span className="font-medium">{status.email}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          pending={test.isPending}
          disabled={status.error !== null || disconnect.isPending}
          onClick={() => test.mutate()}
        >
          Send Test Email
        </Button>
        {onChange && <Button onClick={onChange}>Change</Button>}
        <Button variant="quietDanger" pending={disconnect.isPending} onClick={() => disconnect.mutate()}>
          Disconnect
        </Button>
      </div>
    </>
  );
}
