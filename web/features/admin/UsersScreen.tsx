import { AdminPage } from './AdminPage.tsx';
import { SendingAccountsCard } from './InstallationCards.tsx';
import { UsersCard } from './UsersCard.tsx';

export function UsersScreen() {
  return (
    <AdminPage note="Who can use this installation.">
      <UsersCard />
      <SendingAccountsCard />
    </AdminPage>
  );
}
