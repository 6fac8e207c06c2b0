import type { MailboxStatusView } from '../../../api/views.ts';
import type { LoginProvider } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { useDisconnectMailbox, useTestMailbox } from './api.ts';
import { DisconnectButton } from './DisconnectButton.tsx';

/** The address of the mailbox that is connected, by whichever way, and what can be done with it. */
export function ConnectedMailbox(props: {
  status: MailboxStatusView;
  onChange?: (() => void) | null;
  provider?: LoginProvider;
}) {
  const { status, onChange, provider = 'smtp' } = props;
  const test = useTestMailbox(provider);
  const disconnect = useDisconnectMailbox(provider);
  return (
    <>
      <p className="min-w-0 break-words">
        <span className="text-ink-3">Connected as </span>
        <span className="font-medium">{status.email}</span>
      </p>
      {status.replies && <Notice tone="warn">{status.replies}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          pending={test.isPending}
          disabled={status.error !== null || disconnect.isPending}
          onClick={() => test.mutate()}
        >
          Send Test Email
        </Button>
        {onChange && (
          <Button data-change onClick={onChange}>
            Change
          </Button>
        )}
        <DisconnectButton account="this mailbox" pending={disconnect.isPending} onDisconnect={disconnect.mutate} />
      </div>
    </>
  );
}
