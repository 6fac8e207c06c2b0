import { Button } from '../../components/ui/Button.tsx';
import { type AccountCalls, useDisconnect, useTestAccount } from './api.ts';
import { DisconnectButton } from './DisconnectButton.tsx';

export function ConnectedAccount(props: {
  calls: AccountCalls;
  email: string | null;
  canTest: boolean;
  onChange?: (() => void) | null;
}) {
  const { calls, email, canTest, onChange } = props;
  const test = useTestAccount(calls);
  const disconnect = useDisconnect(calls);
  return (
    <>
      <p className="min-w-0 break-words">
        <span className="text-ink-3">Connected as </span>
        <span className="font-medium">{email}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          pending={test.isPending}
          disabled={!canTest || disconnect.isPending}
          onClick={() => test.mutate(email ?? '')}
        >
          Send Test Email
        </Button>
        {onChange && (
          <Button data-change onClick={onChange}>
            Change
          </Button>
        )}
        <DisconnectButton account={calls.account} pending={disconnect.isPending} onDisconnect={disconnect.mutate} />
      </div>
    </>
  );
}
