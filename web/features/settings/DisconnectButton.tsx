import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { counted } from '../../lib/numbers.ts';
import { campaignsQuery } from '../campaigns/campaignsQuery.ts';

/** Asks first while a campaign is sending: its emails would wait. */
export function DisconnectButton(props: { account: string; pending: boolean; onDisconnect: () => void }) {
  const { account, pending, onDisconnect } = props;
  const queries = useQueryClient();
  const [question, setQuestion] = useState<string | null>(null);
  const press = async (): Promise<void> => {
    const campaigns = await queries.fetchQuery(campaignsQuery()).catch(() => null);
    const active = campaigns?.filter(({ status }) => status === 'active').length;
    if (active === 0) onDisconnect();
    else if (active === undefined) setQuestion('Campaigns may be active.');
    else setQuestion(`${counted(active, 'campaign')} ${active === 1 ? 'is' : 'are'} active.`);
  };
  return (
    <>
      <Button variant="quietDanger" pending={pending} onClick={() => void press()}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={question !== null}
        onClose={() => setQuestion(null)}
        title={`Disconnect ${account}?`}
        confirmLabel="Disconnect"
        destructive
        pending={pending}
        onConfirm={() => {
          setQuestion(null);
          onDisconnect();
        }}
      >
        {question} Emails that would leave from this account wait until you connect it again.
      </ConfirmDialog>
    </>
  );
}
