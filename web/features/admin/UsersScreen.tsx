import { SectionColumn } from '../../components/ui/Sections.tsx';
import { AdminPage } from './AdminPage.tsx';
import { LimitsCard } from './InstallationCards.tsx';
import { SecondFactorRuleCard } from './SecondFactorRuleCard.tsx';
import { UsersCard } from './UsersCard.tsx';

export function UsersScreen() {
  return (
    <AdminPage note="Who can use this installation.">
      <div className="flex flex-col gap-4 *:min-w-0">
        <UsersCard />
        <SectionColumn>
          <SecondFactorRuleCard />
          <LimitsCard />
        </SectionColumn>
      </div>
    </AdminPage>
  );
}
