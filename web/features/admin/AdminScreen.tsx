import { AdminPage } from './AdminPage.tsx';
import { HealthCard } from './HealthCard.tsx';

/** How the installation is. */
export function AdminScreen() {
  return (
    <AdminPage note="Health of this installation.">
      <HealthCard />
    </AdminPage>
  );
}
