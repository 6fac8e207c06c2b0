import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';
import { useTitle } from '../../app/title.ts';
import { PageHeader } from '../../components/ui/Page.tsx';
import { History } from './History.tsx';
import { OWN } from './scope.ts';

/** What happened with one's own data. */
export function HistoryScreen() {
  useTitle('History');
  return (
    <>
      <PageHeader
        before={
          <Link
            href="/settings"
            className="inline-flex min-h-8 items-center gap-1 text-ink-2 text-small hover:text-ink"
          >
            <ArrowLeft aria-hidden className="size-4" />
            Back to Settings
          </Link>
        }
        title="History"
        note="Everything that happened with your data: what, when, by whom and why."
      />
      <History scope={OWN} />
    </>
  );
}
