import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MailboxStatusView } from '../../../../api/views.ts';
import { Notice } from '../../../components/ui/Notice.tsx';
import { Loading, QueryState } from '../../../components/ui/QueryState.tsx';
import { loginCalls, useMailboxStatus } from '../api.ts';
import { ConnectedAccount } from '../ConnectedAccount.tsx';
import { MailboxFields } from './MailboxFields.tsx';
import { MicrosoftAccount } from './microsoft.tsx';

export function MailboxAccount() {
  return (
    <QueryState
      query={useMailboxStatus()}
      loading={<Loading form label="Loading the mailbox" height="h-24" />}
      failed="Error loading the mailbox. Please try again."
    >
      {(status) =>
        status.connected && status.host === 'microsoft' ? (
          <MicrosoftAccount status={status} />
        ) : (
          <Mailbox status={status} />
        )
      }
    </QueryState>
  );
}

function Mailbox(props: { status: MailboxStatusView }) {
  const { connected, connecting, email, error } = props.status;
  const [changing, setChanging] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const cancel = (): void => {
    flushSync(() => setChanging(false));
    // the pressed button is gone
    box.current?.querySelector<HTMLElement>('[data-change]')?.focus();
  };
  const isOpen = changing || error !== null || !connected;
  return (
    <div ref={box} className="flex flex-col gap-3">
      {error && (
        <Notice tone="warn">{error} Queued emails are kept and sent once you connect your mailbox again.</Notice>
      )}
      {connecting && <Notice tone="info">Signing in to your mail servers…</Notice>}
      {connected && (
        <ConnectedAccount
          {...{ calls: loginCalls('smtp'), email, canTest: error === null }}
          onChange={isOpen ? null : () => setChanging(true)}
        />
      )}
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
