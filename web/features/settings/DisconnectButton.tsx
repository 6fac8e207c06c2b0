import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { counted } from '../../lib/numbers.ts';
import { campaignsQuery } from '../campaigns/campaigns.ts';

/** Asks first while a campaign is sending: its emails would wait. */
export function DisconnectButton(props: { account: string; pending: boolean; onDisconnect: () => void }) {
  const { account, pending, onDisconnect } = props;
  const queries = useQueryClient();
  const [active, setActive] = useState<readonly CampaignView[]>([]);
  const press = async (): Promise<void> => {
    const campaigns = await queries.ensureQueryData(campaignsQuery()).catch(() => []);
    const sending = campaigns.filter(({ status }) => status === 'active');
    if (sending.length === 0) onDisconnect();
    else setActive(sending);
  };
  return (
    <>
      <Button variant="quietDanger" pending={pending} onClick={() => void press()}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={active.length > 0}
        onClose={() => setActive([])}
        title={`Disconnect ${account}?`}
        confirmLabel="Disconnect"
        destructive
        pending={pending}
        onConfirm={() => {
          setActive([]);
          onDisconnect();
        }}
      >
        {counted(active.length, 'campaign')} {active.length === 1 ? 'is' : 'are'} active. Emails that would leave from
        this account wait until you connect it again.
      </ConfirmDialog>
    </>
  );
}
