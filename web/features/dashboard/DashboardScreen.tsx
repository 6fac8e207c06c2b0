import { Link } from 'wouter';
import { useTitle } from '../../app/title.ts';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { CampaignActivity } from './CampaignActivity.tsx';
import { LastUpdated } from './LastUpdated.tsx';
import { MetricCards } from './MetricCards.tsx';
import { RecentMatches } from './RecentMatches.tsx';
import { useStats } from './stats.ts';

/** The figures, recent matches and campaigns. */
export function DashboardScreen() {
  useTitle('Dashboard');
  const stats = useStats();
  return (
    <>
      <PageHeader
        title="Dashboard"
        note={<LastUpdated at={stats.dataUpdatedAt} />}
        actions={
          <>
            <ButtonLook>
              <Link href="/campaigns">Campaigns</Link>
            </ButtonLook>
            <ButtonLook variant="primary">
              <Link href="/discovery">Find Partners</Link>
            </ButtonLook>
          </>
        }
      />
      {stats.isError ? (
        <LoadFailed again={stats}>Error loading the figures. Please try again.</LoadFailed>
      ) : (
        <MetricCards stats={stats.data} />
      )}
      <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <RecentMatches />
        <CampaignActivity />
      </div>
    </>
  );
}
