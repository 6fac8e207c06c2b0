import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SendGridTestView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { useAccount } from '../sending/account.ts';
import { useDisconnectSendGrid } from './disconnectSendGrid.ts';
import { emailSettingsQuery } from './emailSettings.ts';

/** What SendGrid lists for the sender, once it took a test email. */
const SENDERS: Record<SendGridTestView['sender'], string> = {
  domain: 'Its domain is authenticated in SendGrid.',
  address: 'Its address is a verified sender. Authenticate the domain, too: more emails arrive then.',
  neither: 'SendGrid lists neither its domain nor its address. Authenticate the domain.',
  unchecked: "The sender couldn't be looked up, because this API key may only send.",
};

/** POST /api/sendgrid/test; null: the server is still at it. */
async function sendTest(account?: string): Promise<SendGridTestView | null> {
  const result = await unwrap(client.api.sendgrid.test.$post({ query: { account } }));
  return isAccepted(result) ? null : result;
}

/** What can be done with the stored account: an email from the sender to itself, to know before the first campaign; or it is disconnected. */
export function StoredSendGrid(props: { fromEmail: string; disabled: boolean }) {
  const queries = useQueryClient();
  const account = useAccount();
  const test = useMutation({
    mutationFn: () => sendTest(account),
    meta: { failure: failure('Test Failed', 'Failed to send test email') },
    onSettled: () => queries.invalidateQueries({ queryKey: emailSettingsQuery().queryKey }),
  });
  const disconnect = useDisconnectSendGrid();
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
        <Button variant="quietDanger" pending={disconnect.isPending} onClick={() => disconnect.mutate()}>
          Disconnect
        </Button>
      </div>
      {test.isSuccess && (
        <Notice tone={test.data && test.data.sender !== 'neither' ? 'info' : 'warn'}>
          {test.data
            ? `SendGrid took the test email. Check the inbox of ${props.fromEmail}. ${SENDERS[test.data.sender]}`
            : 'This takes longer than usual. Check your inbox in a minute.'}
        </Notice>
      )}
    </div>
  );
}
