import { useLocation } from 'wouter';
import { SectionColumn } from '../../components/ui/Sections.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { AccountContext } from '../sending/account.ts';
import { accountName, useSendingAccounts } from '../sending/api.ts';
import { CampaignDistanceCard } from './CampaignDistanceCard.tsx';
import { useOpenAccount } from './openAccount.ts';
import { SendingHoursCard } from './SendingHoursCard.tsx';
import { SettingsPage } from './SettingsPage.tsx';

/** When emails go out, and how many per day: for each sending account. */
export function ScheduleScreen() {
  const account = useOpenAccount();
  return (
    <SettingsPage note="When emails go out, and how many per day.">
      <AccountContext value={account}>
        <SectionColumn>
          <AccountChoice open={account} />
          <SendingHoursCard key={account} />
          <CampaignDistanceCard />
        </SectionColumn>
      </AccountContext>
    </SettingsPage>
  );
}

/** Chooses the account of the hours, if there are several. */
function AccountChoice(props: { open: string | undefined }) {
  const [path, navigate] = useLocation();
  const accounts = useSendingAccounts().data ?? [];
  if (accounts.length < 2) return null;
  return (
    <Select
      label="Sending account"
      value={props.open ?? accounts[0]?.id ?? ''}
      onChange={(id) => navigate(`${path}?account=${id}`)}
      options={accounts.map((one) => ({ value: one.id, label: accountName(one) }))}
    />
  );
}
