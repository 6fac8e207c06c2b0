import { useTitle } from '../../app/title.ts';
import { BackLink } from '../../components/ui/BackLink.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { History } from './History.tsx';
import { OWN } from './scope.ts';

/** What happened with one's own data. */
export function HistoryScreen() {
  useTitle('History');
  return (
    <>
      <PageHeader
        before={<BackLink href="/settings" to="Settings" />}
        title="History"
        note="Everything that happened with your data: what, when, by whom and why."
      />
      <History scope={OWN} />
    </>
  );
}
