import { Download, MailPlus } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { distinctPartners } from '../../../events/partners/distinctPartners.ts';
import { matchesFilter } from '../../../events/partners/partnerFilter.ts';
import { useTitle } from '../../app/title.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { PageBar } from '../../components/ui/Page.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { useCredits, useExportPartners, usePartners } from '../partners/api.ts';
import { BesidePartner } from '../partners/BesidePartner.tsx';
import { FilterPills } from '../partners/FilterPills.tsx';
import { FilterPopover } from '../partners/FilterPopover.tsx';
import { useFilterUrl } from '../partners/filterUrl.ts';
import { OpenContactDialog } from '../partners/OpenContactDialog.tsx';
import { useClosePartner, useForgetGonePartner, usePanelPartner } from '../partners/openPartner.ts';
import { EmailButton } from '../partners/PartnerActions.tsx';
import { APPROVED_COLUMNS } from '../partners/partnerColumns.tsx';
import { SavedViews } from '../partners/SavedViews.tsx';
import { SearchBox } from '../partners/SearchBox.tsx';
import { useApprovedSelection } from '../partners/selection.ts';
import { ApprovedBulkBar } from './ApprovedBulkBar.tsx';
import { ApprovedActions, ApprovedList } from './ApprovedList.tsx';
import { ApprovedTabs } from './ApprovedTabs.tsx';

const AddToCampaignDialog = onDemand(() =>
  import('./AddToCampaignDialog.tsx').then((module) => module.AddToCampaignDialog),
);

/** The partners who fit: find their email, put them into campaigns. */
export function ApprovedScreen() {
  useTitle('Approved Partners');
  const partners = usePartners('approved');
  const { filter, change, clear } = useFilterUrl();
  useForgetGonePartner(partners.data);
  const close = useClosePartner();
  const opened = usePanelPartner(partners.data);
  const [adding, setAdding] = useState(false);
  const selection = useApprovedSelection();
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
  const selected = approved?.filter((partner) => selection.ids.has(partner.id)) ?? [];
  const bulkBar = <ApprovedBulkBar selected={selected} onAdd={() => setAdding(true)} />;

  return (
    <>
      <PageBar title="Approved Partners">
        {credits && (
          <p className="text-ink-3 text-note tabular-nums max-sm:order-last max-sm:w-full">
            {credits.remainingCredits}/{credits.monthlyLimit} credits remaining this month
          </p>
        )}
        <Button
          variant="ghost"
          pending={exporting.isPending}
          disabled={visible.length === 0}
          onClick={() => exporting.mutate({ filter: approvedFilter, count: visible.length })}
        >
          <Download aria-hidden />
          <span className="max-sm:sr-only">Export CSV ({wholeNumber(visible.length)})</span>
        </Button>
        {selected.length === 0 && (
          <Button onClick={() => setAdding(true)}>
            <MailPlus aria-hidden />
            <span className="max-sm:sr-only">Add to Campaign (0)</span>
          </Button>
        )}
      </PageBar>
      <BesidePartner
        panel={
          opened
            ? {
                partner: opened,
                onClose: () => close(opened.id),
                actions: <EmailButton partner={opened} panel />,
                more: <ApprovedActions partner={opened} />,
              }
            : null
        }
      >
        <ApprovedTabs
          approved={approved}
          visible={visible.length}
          value={filter.emailStatus}
          onChange={(emailStatus) => change({ emailStatus })}
        />
        {partners.isPending && (
          <div className="mt-2">
            <SkeletonRows label="Loading approved partners..." rows={12} height="h-11" />
          </div>
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
            <div className="flex flex-wrap items-center gap-2 py-2">
              <SearchBox value={filter.search ?? ''} onChange={(search) => change({ search: search || undefined })} />
              <FilterPopover partners={approved ?? []} filter={filter} onChange={change} />
              <SavedViews list="approved" columns={APPROVED_COLUMNS} />
              <FilterPills filter={{ ...filter, emailStatus: undefined }} onChange={change} />
            </div>
            {visible.length > 0 ? (
              <ApprovedList partners={visible} bulk={bulkBar} />
            ) : (
              <>
                <EmptyState title="No Matches Found" action={<Button onClick={() => clear()}>Clear Filters</Button>}>
                  Try adjusting your filters to see more results.
                </EmptyState>
                {bulkBar}
              </>
            )}
          </>
        )}
      </BesidePartner>
      <OpenContactDialog partners={approved} />
      <FetchedPart onLost={() => setAdding(false)}>
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
      </FetchedPart>
    </>
  );
}
