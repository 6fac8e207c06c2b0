import { Download, MailPlus } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { matchesFilter } from '../../../events/partners/partnerFilter.ts';
import { useTitle } from '../../app/title.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { OpenContactDialog } from '../partners/ContactDialog.tsx';
import { useCredits } from '../partners/credits.ts';
import { distinctPartners } from '../partners/distinctPartners.ts';
import { EmailChips } from '../partners/EmailChips.tsx';
import { useExportPartners } from '../partners/exportPartners.ts';
import { FilterCard } from '../partners/FilterCard.tsx';
import { useFilterUrl } from '../partners/filterUrl.ts';
import { useForgetGonePartner } from '../partners/openPartner.ts';
import { usePartners } from '../partners/partners.ts';
import { useSorted } from '../partners/sortPartners.ts';
import { AddToCampaignDialog } from './AddToCampaignDialog.tsx';
import { ApprovedList } from './ApprovedList.tsx';
import { ApprovedSummary } from './ApprovedSummary.tsx';
import { useSelection } from './selection.ts';

/** The partners who fit: find their email, put them into campaigns. */
export function ApprovedScreen() {
  useTitle('Approved Partners');
  const partners = usePartners('approved');
  const { filter, change, clear } = useFilterUrl();
  useForgetGonePartner(partners.data);
  const [adding, setAdding] = useState(false);
  const selection = useSelection();
  const credits = useCredits().data;
  const exporting = useExportPartners('approved-partners');
  const approved = useMemo(() => partners.data && distinctPartners(partners.data), [partners.data]);
  // the controls answer at once, ten thousand rows follow
  const shownFilter = useDeferredValue(filter);
  const approvedFilter = useMemo(() => ({ ...shownFilter, status: 'approved' as const }), [shownFilter]);
  const visible = useMemo(
    () => approved?.filter((partner) => matchesFilter(partner, approvedFilter)) ?? [],
    [approved, approvedFilter],
  );
  const sorted = useSorted(visible);
  const selected = approved?.filter((partner) => selection.ids.has(partner.id)) ?? [];

  return (
    <>
      <PageHeader
        title="Approved Partners"
        note={
          credits
            ? `Find their email and add them to a campaign. ${credits.remainingCredits}/${credits.monthlyLimit} credits remaining this month.`
            : 'Find their email and add them to a campaign.'
        }
        actions={
          <>
            <Button
              variant="ghost"
              pending={exporting.isPending}
              disabled={visible.length === 0}
              onClick={() => exporting.mutate({ filter: approvedFilter, count: visible.length })}
            >
              <Download aria-hidden />
              Export CSV ({visible.length})
            </Button>
            <Button variant={selected.length > 0 ? 'primary' : 'outline'} onClick={() => setAdding(true)}>
              <MailPlus aria-hidden />
              Add to Campaign ({selected.length})
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <ApprovedSummary approved={approved} visible={visible.length} failed={partners.isError} />
        {partners.isPending && (
          <>
            <p aria-hidden className="text-ink-2">
              Loading approved partners...
            </p>
            <SkeletonRows label="Loading approved partners..." rows={6} />
          </>
        )}
        {partners.isError && (
          <LoadFailed again={partners}>Error loading approved partners. Please try again.</LoadFailed>
        )}
        {approved?.length === 0 && (
          <EmptyState
            title="No Approved Partners Yet"
            action={
              <ButtonLook variant="primary">
                <Link href="/discovery">Go to Partner Discovery</Link>
              </ButtonLook>
            }
          >
            Start by discovering and approving partners from the Discovery page.
          </EmptyState>
        )}
        {approved && approved.length > 0 && (
          <>
            <div className="flex flex-col gap-2">
              <FilterCard filter={filter} onChange={change} />
              <div className="flex flex-wrap items-center gap-2">
                {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in line with its neighbours in every browser. */}
                <div role="group" aria-label="Email status" className="flex flex-wrap gap-2">
                  <EmailChips
                    partners={approved}
                    value={filter.emailStatus}
                    onChange={(emailStatus) => change({ emailStatus })}
                  />
                </div>
                <div className="ml-auto flex flex-wrap gap-2">
                  <Button
                    variant="ghost"
                    disabled={visible.length === 0}
                    onClick={() => selection.add(visible.map((partner) => partner.id))}
                  >
                    Select All Visible
                  </Button>
                  <Button variant="ghost" disabled={selected.length === 0} onClick={selection.clear}>
                    Clear Selection
                  </Button>
                </div>
              </div>
            </div>
            {visible.length > 0 ? (
              <ApprovedList partners={sorted} />
            ) : (
              <EmptyState title="No Matches Found" action={<Button onClick={() => clear()}>Clear Filters</Button>}>
                Try adjusting your filters to see more results.
              </EmptyState>
            )}
          </>
        )}
      </div>
      <OpenContactDialog partners={approved} />
      {adding && (
        <AddToCampaignDialog
          partners={selected}
          onAdded={() => {
            selection.clear();
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
