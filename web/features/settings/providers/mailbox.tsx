import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MailboxStatusView } from '../../../../api/views.ts';
import { Notice } from '../../../components/ui/Notice.tsx';
import { Loading } from '../../../components/ui/QueryState.tsx';
import { accountCard } from '../AccountCard.tsx';
import { loginCalls, useMailboxStatus } from '../api.ts';
import { ConnectedAccount } from '../ConnectedAccount.tsx';
import { LoginBadge } from '../ConnectionBadge.tsx';
import { MailboxFields } from './MailboxFields.tsx';
import { isMicrosoft, useMailboxOf } from './mailboxKind.ts';
import { MicrosoftCard } from './microsoft.tsx';
import type { ProviderPart } from './part.ts';

const NAME = 'Mailbox (SMTP + IMAP)';

export const MailboxCard = accountCard({
  title: NAME,
  note: 'Send from a mailbox of any host.',
  useStatus: () => useMailboxOf({ microsoft: false }),
  loading: <Loading label="Loading the mailbox" height="h-24" />,
  failed: 'Error loading the mailbox. Please try again.',
  Body,
});

export const mailboxPart: ProviderPart = {
  option: ({ connectedLogins }) =>
    connectedLogins.includes('smtp')
      ? { label: <ConnectedName />, note: <LoginBadge provider="smtp" /> }
      : {
          label: NAME,
          note: 'From Microsoft 365, Outlook, or a mailbox of any other host.',
          missing: 'No mailbox is connected. Nothing is sent until you connect one.',
        },
  cards: [
    { id: 'microsoft', Card: MicrosoftCard },
    { id: 'mailbox', Card: MailboxCard },
  ],
};

function ConnectedName() {
  const { data } = useMailboxStatus();
  return data && isMicrosoft(data) ? 'Microsoft 365 / Outlook' : NAME;
}

function Body(props: { status: MailboxStatusView & { other: string | null } }) {
  const { connected, connecting, email, error, replies, other } = props.status;
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
      {other && (
        <p className="text-small text-ink-2">
          A mailbox that you connect here takes the place of your Microsoft account.
        </p>
      )}
      {error && (
        <Notice tone="warn">{error} Queued emails are kept and sent once you connect your mailbox again.</Notice>
      )}
      {connecting && <Notice tone="info">Signing in to your mail servers…</Notice>}
      {connected && (
        <ConnectedAccount
          {...{ calls: loginCalls('smtp'), email, replies, canTest: error === null }}
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
