import { SectionColumn } from '../../components/ui/Sections.tsx';
import { AdminPage } from './AdminPage.tsx';
import { AiUsageCard } from './AiUsageCard.tsx';
import { AiBudgetCard, CostThresholdCard } from './InstallationCards.tsx';

export function AiUsageScreen() {
  return (
    <AdminPage note="What AI costs, and its limits.">
      <SectionColumn wide>
        <AiUsageCard />
        <AiBudgetCard />
        <CostThresholdCard />
      </SectionColumn>
    </AdminPage>
  );
}
