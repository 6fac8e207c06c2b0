import { Download, MailPlus } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { PartnerCountsView, PartnerView } from '../../../api/views.ts';
import type { EmailStatus } from '../../../events/shared/options.ts';
import { useTitle } from '../../app/title.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { PageBar } from '../../components/ui/Page.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { type Tab, Tabs } from '../../components/ui/Tabs.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { exactly, type Total, totalNumber } from '../../lib/total.ts';
import { ApprovedActions } from '../partners/ApprovedActions.tsx';
import { useCredits, useExportPartners } from '../partners/api.ts';
import { BatchStatus } from '../partners/BatchStatus.tsx';
import { BesidePartner } from '../partners/BesidePartner.tsx';
import { type Chosen, countOf } from '../partners/decisions.ts';
import { FilterPills } from '../partners/FilterPills.tsx';
import { FilterPopover } from '../partners/FilterPopover.tsx';
import { useFilterUrl } from '../partners/filterUrl.ts';
import { OpenContactDialog } from '../partners/OpenContactDialog.tsx';
import { openContact } from '../partners/openContact.ts';
import { useClosePartner } from '../partners/openPartner.ts';
import { EmailButton } from '../partners/PartnerActions.tsx';
import { PartnerTable } from '../partners/PartnerTable.tsx';
import { usePanelPartner } from '../partners/panelPartner.ts';
import { APPROVED_COLUMNS } from '../partners/partnerColumns.tsx';
import { sumOf, usePartnerCounts, usePartnerPages, usePartnersById } from '../partners/partnerPages.ts';
import { SavedViews } from '../partners/SavedViews.tsx';
import { SearchBox } from '../partners/SearchBox.tsx';
import { useApprovedSelection, useTableSelection } from '../partners/selection.ts';
import { ApprovedBulkBar } from './ApprovedBulkBar.tsx';

const AddToCampaignDialog = onDemand(() =>
  import('./AddToCampaignDialog.tsx').then((module) => module.AddToCampaignDialog),
);

const isApproved = ({ status }: PartnerView): boolean => status === 'approved';

/** The partners who fit: find their email, put them into campaigns. */
export function ApprovedScreen() {
  useTitle('Approved Partners');
  const { filter, change, clear } = useFilterUrl();
  const approvedFilter = useMemo(() => ({ ...filter, status: 'approved' as const }), [filter]);
  // the controls answer at once, the rows follow
  const partners = usePartnerPages(useDeferredValue(approvedFilter));
  const { rows, total } = partners;
  const counts = usePartnerCounts().data;
  const approved = approvedOf(counts);
  const close = useClosePartner();
  const opened = usePanelPartner(rows, isApproved);
  const [adding, setAdding] = useState(false);
  const selection = useApprovedSelection();
  const credits = useCredits().data;
  const exporting = useExportPartners('approved-partners');
  const selected = usePartnersById(selection.ids, rows).filter(isApproved);
  const chosen: Chosen =
    selection.all && total ? { filter: approvedFilter, total } : { ids: selected.map(({ id }) => id) };
  const bulkBar = (
    <ApprovedBulkBar
      selected={selected}
      visible={rows?.length ?? 0}
      total={total}
      filter={approvedFilter}
      onAdd={() => setAdding(true)}
    />
  );

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
          disabled={!total || total.total === 0}
          onClick={() => exporting.mutate({ filter: approvedFilter, count: total ?? exactly(0) })}
        >
          <Download aria-hidden />
          <span className="max-sm:sr-only">Export CSV ({totalNumber(total ?? exactly(0))})</span>
        </Button>
        {countOf(chosen).total === 0 && (
          <Button onClick={() => setAdding(true)}>
            <MailPlus aria-hidden />
            <span className="max-sm:sr-only">Add to Campaign (0)</span>
          </Button>
        )}
      </PageBar>
      <BatchStatus className="mb-4" />
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
          counts={counts}
          visible={total}
          value={filter.emailStatus}
          onChange={(emailStatus) => change({ emailStatus })}
        />
        {partners.isPending && (
          <div className="pt-14 md:pt-12">
            <SkeletonRows label="Loading approved partners..." rows={12} table />
          </div>
        )}
        {partners.isError && (
          <LoadFailed again={partners}>Error loading approved partners. Please try again.</LoadFailed>
        )}
        {approved === 0 && (
          <EmptyState
            title="No Approved Partners Yet"
            action={
              <ButtonLink variant="primary" href="/discovery">
                Go to Partner Discovery
              </ButtonLink>
            }
          >
            Start by discovering and approving partners from the Discovery page.
          </EmptyState>
        )}
        {approved !== undefined && approved > 0 && rows && (
          <>
            <div className="flex flex-wrap items-center gap-2 py-2">
              <SearchBox value={filter.search ?? ''} onChange={(search) => change({ search: search || undefined })} />
              <FilterPopover counts={counts} filter={filter} onChange={change} onClear={clear} />
              <SavedViews list="approved" columns={APPROVED_COLUMNS} />
              <FilterPills filter={{ ...filter, emailStatus: undefined }} onChange={change} onClear={clear} />
            </div>
            {rows.length > 0 ? (
              <ApprovedList partners={rows} total={total} onEnd={partners.onEnd} bulk={bulkBar} />
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
      <OpenContactDialog partners={rows} />
      <FetchedPart onLost={() => setAdding(false)}>
        {adding && (
          <AddToCampaignDialog
            partners={selected}
            {...('filter' in chosen && { all: chosen })}
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

const EMAILS: readonly { value: EmailStatus | undefined; label: string }[] = [
  { value: undefined, label: 'Total Approved' },
  { value: 'email_found', label: 'With Email' },
  { value: 'pending', label: 'Email Pending' },
  { value: 'no_email_found', label: 'No Email Found' },
];

/** Undefined: not known yet. */
const approvedOf = (counts: PartnerCountsView | undefined, email?: EmailStatus): number | undefined =>
  counts &&
  sumOf(counts.partners, ({ status, emailStatus }) => status === 'approved' && (!email || emailStatus === email));

/** The counts of approved partners, with and without an email, which narrow the list, and of those that the filters leave. */
function ApprovedTabs(props: {
  counts: PartnerCountsView | undefined;
  visible: Total | null;
  value: EmailStatus | undefined;
  onChange: (value: EmailStatus | undefined) => void;
}) {
  const { counts, visible } = props;
  const blocked = counts?.blocked ?? 0;
  const tabs = EMAILS.map(({ value, label }): Tab<EmailStatus | undefined> => {
    const count = approvedOf(counts, value);
    const beside = value === 'email_found' && blocked > 0 ? ` · ${wholeNumber(blocked)} do not contact` : '';
    return { value, label, count: count === undefined ? '–' : `${wholeNumber(count)}${beside}` };
  });
  return (
    <div className="@container">
      <div className="flex items-center gap-x-4 border-b">
        <Tabs label="Summary" tabs={tabs} value={props.value} onChange={props.onChange} />
        <p className="ml-auto shrink-0 text-ink-3 text-note tabular-nums @max-form:hidden">
          Filtered Results <b className="font-medium">{counts && visible ? totalNumber(visible) : '–'}</b>
        </p>
      </div>
    </div>
  );
}

const KEYS = {
  email: (partner: PartnerView | undefined): boolean => {
    if (partner) openContact(partner);
    return false;
  },
};

const ApprovedList = memo(function ApprovedList(props: {
  partners: readonly PartnerView[];
  total: Total | null;
  onEnd: () => void;
  bulk: ReactNode;
}) {
  return (
    <PartnerTable
      name="approved"
      label="Approved partners"
      partners={props.partners}
      total={props.total}
      onEnd={props.onEnd}
      columns={APPROVED_COLUMNS}
      actions={rowActions}
      selection={useTableSelection(useApprovedSelection(), props.partners)}
      keys={KEYS}
      bulk={props.bulk}
    />
  );
});

const rowActions = (partner: PartnerView) => <EmailButton partner={partner} />;
