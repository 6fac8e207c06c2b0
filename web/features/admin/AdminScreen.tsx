import { AdminPage } from './AdminPage.tsx';
import { HealthCard } from './HealthCard.tsx';

/** The state of the installation. */
export function AdminScreen() {
  return (
    <AdminPage note="Health of this installation.">
      <HealthCard />
    </AdminPage>
  );
}
