import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { useAccount } from '../sending/account.ts';
import { useDisconnectSendGrid, useTestSendGrid } from './api.ts';
import { DisconnectButton } from './DisconnectButton.tsx';
import { testResult } from './sendGridForm.ts';

/** What can be done with the stored account: an email from the sender to itself, to know before the first campaign; or it is disconnected. */
export function StoredSendGrid(props: { fromEmail: string; disabled: boolean }) {
  const test = useTestSendGrid(useAccount());
  const disconnect = useDisconnectSendGrid();
  const result = test.isSuccess && testResult(test.data, props.fromEmail);
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          pending={test.isPending}
          disabled={props.disabled || disconnect.isPending}
          onClick={() => test.mutate()}
        >
          Send Test Email
        </Button>
        <DisconnectButton account="SendGrid" pending={disconnect.isPending} onDisconnect={disconnect.mutate} />
      </div>
      {result && <Notice tone={result.tone}>{result.text}</Notice>}
    </div>
  );
}
