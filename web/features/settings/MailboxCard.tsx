import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MailboxStatusView } from '../../../api/views.ts';
import { Card } from '../../components/ui/Card.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { useMailboxStatus } from './api.ts';
import { ConnectedMailbox } from './ConnectedMailbox.tsx';
import { ConnectionBadge } from './ConnectionBadge.tsx';
import type { LoginPart } from './loginPart.ts';
import { MailboxFields } from './MailboxFields.tsx';
import { byPassword, isMicrosoft } from './mailboxKind.ts';

/** What the Email Provider card says of it. */
export const mailboxPart: LoginPart = {
  id: 'mailbox',
  label: (status) => (status && isMicrosoft(status) ? 'Microsoft 365 / Outlook' : 'Mailbox (SMTP + IMAP)'),
  note: 'From Microsoft 365, Outlook, or a mailbox of any other host.',
  missing: 'No mailbox is connected. Nothing is sent until you connect one.',
  Card: MailboxCard,
};

/** Whether a mailbox with SMTP and IMAP is connected, and the form to connect one. */
export function MailboxCard() {
  const status = useMailboxStatus();
  const own = status.data && byPassword(status.data);
  return (
    <Card
      title="Mailbox (SMTP + IMAP)"
      note="Send from a mailbox of any host."
      actions={own && <ConnectionBadge {...own} needsReauth={own.error !== null} />}
    >
      <div className="p-4">
        <QueryState
          query={status}
          loading={<Loading label="Loading the mailbox" height="h-24" />}
          failed="Error loading the mailbox. Please try again."
        >
          {(data) => (
            <>
              {isMicrosoft(data) && (
                <p className="mb-3 text-small text-ink-2">
                  A mailbox that you connect here takes the place of your Microsoft account.
                </p>
              )}
              <Connection status={byPassword(data)} />
            </>
          )}
        </QueryState>
      </div>
    </Card>
  );
}

function Connection(props: { status: MailboxStatusView }) {
  const { connected, connecting, error } = props.status;
  const [changing, setChanging] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const cancel = (): void => {
    flushSync(() => setChanging(false));
    // the button that was pressed is gone
    box.current?.querySelector<HTMLElement>('[data-change]')?.focus();
  };
  const isOpen = changing || error !== null || !connected;
  return (
    <div ref={box} className="flex flex-col gap-3">
      {error && (
        <Notice tone="warn">{error} Queued emails are kept and sent once you connect your mailbox again.</Notice>
      )}
      {connecting && <Notice tone="info">Signing in to your mail servers…</Notice>}
      {connected && <ConnectedMailbox status={props.status} onChange={isOpen ? null : () => setChanging(true)} />}
      {isOpen && (
        <MailboxFields
          status={props.status}
          onConnected={() => setChanging(false)}
          onCancel={connected && !connecting && error === null ? cancel : null}
        />
      )}
    </div>
  );
}
