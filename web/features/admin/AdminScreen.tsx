import { AdminPage } from './AdminPage.tsx';
import { HealthCard } from './HealthCard.tsx';

export function AdminScreen() {
  return (
    <AdminPage note="Health of this installation.">
      <HealthCard />
    </AdminPage>
  );
}
