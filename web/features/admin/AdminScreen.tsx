import { History } from 'lucide-react';
import { Link } from 'wouter';
import { useTitle } from '../../app/title.ts';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { AiUsageCard } from './AiUsageCard.tsx';
import { HealthCard } from './HealthCard.tsx';
import { AiBudgetCard, CostThresholdCard, NavigationLinksCard, SignupUrlCard } from './InstallationCards.tsx';
import { UsersCard } from './UsersCard.tsx';

/** How the installation is, what it costs, how it is set, and who may use it. */
export function AdminScreen() {
  useTitle('Admin');
  return (
    <>
      <PageHeader
        title="Admin Panel"
        note="Health, costs, settings and users of this installation."
        actions={
          <ButtonLook>
            <Link href="/admin/audit">
              <History aria-hidden />
              Audit
            </Link>
          </ButtonLook>
        }
      />
      <div className="flex flex-col gap-4">
        <HealthCard />
        <div className="grid items-start gap-4 lg:grid-cols-5">
          <div className="min-w-0 lg:col-span-3">
            <AiUsageCard />
          </div>
          <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
            <AiBudgetCard />
            <CostThresholdCard />
            <SignupUrlCard />
            <NavigationLinksCard />
          </div>
        </div>
        <UsersCard />
      </div>
    </>
  );
}
