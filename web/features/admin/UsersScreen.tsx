import { AdminPage } from './AdminPage.tsx';
import { UsersCard } from './UsersCard.tsx';

export function UsersScreen() {
  return (
    <AdminPage note="Who can use this installation.">
      <UsersCard />
    </AdminPage>
  );
}
