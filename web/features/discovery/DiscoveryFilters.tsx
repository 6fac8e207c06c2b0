import type { QueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { PartnerCountsView } from '../../../api/views.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { Chip, RemovableChip } from '../../components/ui/Chip.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Popover } from '../../components/ui/Popover.tsx';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { showToast } from '../../lib/toasts.ts';
import { type Total, totalNumber, totalWords } from '../../lib/total.ts';
import { useAction } from '../../lib/useAction.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { useBatchRuns } from '../partners/batch.ts';
import { useBulkDecision } from '../partners/decisions.ts';
import { FilterPills } from '../partners/FilterPills.tsx';
import { FilterPopover } from '../partners/FilterPopover.tsx';
import type { ChangeFilter } from '../partners/filterUrl.ts';
import { DISCOVERY_COLUMNS } from '../partners/partnerColumns.tsx';
import { partnerTotalQuery } from '../partners/partnerPages.ts';
import { SavedViews } from '../partners/SavedViews.tsx';
import { SearchBox } from '../partners/SearchBox.tsx';
import { filtersOf, hasPending, NONE } from './pendingOf.ts';

export function DiscoveryFilters(props: {
  /** Of the platforms in force. */
  counts: PartnerCountsView;
  view: PartnerFilter;
  filter: PartnerFilter;
  onChange: ChangeFilter;
  onClear: () => void;
  platforms: { preferred: boolean; hidden: number; every: boolean; setEvery: (every: boolean) => void };
}) {
  const { counts, filter, onChange, onClear, platforms } = props;
  const anyPending = counts.partners.some(({ status, count }) => status === 'pending' && count > 0);
  return (
    <div className="flex flex-wrap items-center gap-2 py-2">
      <SearchBox value={filter.search ?? ''} onChange={(search) => onChange({ search: search || undefined })} />
      <FilterPopover byEmail counts={counts} filter={filter} onChange={onChange} onClear={onClear} />
      <SavedViews list="discovery" columns={DISCOVERY_COLUMNS} />
      {anyPending && (
        <span className="order-last ml-auto">
          <BulkOperations view={props.view} />
        </span>
      )}
      <FilterPills filter={filter} onChange={onChange} onClear={onClear} />
      {platforms.hidden > 0 && !filter.platforms && (
        <RemovableChip
          removeLabel={`Show the ${platforms.hidden} on other platforms`}
          onRemove={() => platforms.setEvery(true)}
        >
          Preferred platforms only · {platforms.hidden} hidden
        </RemovableChip>
      )}
      {platforms.every && platforms.preferred && (
        <Chip pressed={false} onPress={() => platforms.setEvery(false)}>
          Preferred platforms only
        </Chip>
      )}
    </div>
  );
}

const BulkFields = onDemand(() => import('./BulkFields.tsx').then((module) => module.BulkFields));

const totalOf = async (queries: QueryClient, view: PartnerFilter, filter: PartnerFilter): Promise<Total> =>
  hasPending(view) ? queries.fetchQuery(partnerTotalQuery(filter)) : NONE;

function BulkOperations(props: { view: PartnerFilter }) {
  const [asking, setAsking] = useState<Total | null>(null);
  const phone = useMedia('(width < 480px)');
  const bulk = useBulkDecision();
  const running = useBatchRuns() || bulk.isPending;

  const accept = useAction({
    call: async ({ view, threshold }: { view: PartnerFilter; threshold: number }, queries) => {
      const { matching, confirmed } = filtersOf(view, threshold);
      const [all, eligible] = await Promise.all([matching, confirmed].map((filter) => totalOf(queries, view, filter)));
      return { filter: confirmed, eligible: eligible ?? NONE, unconfirmed: (all?.total ?? 0) - (eligible?.total ?? 0) };
    },
    failed: failure('Bulk Update Failed', 'Failed to update partners. Please try again.'),
    after: ({ filter, eligible, unconfirmed }, { threshold }) => {
      if (eligible.total > 0) bulk.mutate({ filter, total: eligible, status: 'approved' });
      else
        showToast({
          title: 'No Eligible Partners',
          text:
            unconfirmed > 0
              ? `No source confirms ${counted(unconfirmed, 'partner')} at ${threshold}% or higher. Review them one by one.`
              : `No pending partners have a match score of ${threshold}% or higher.`,
          variant: 'destructive',
        });
    },
  });
  const reject = useAction({
    call: (view: PartnerFilter, queries) => totalOf(queries, view, filtersOf(view, 0).pending),
    failed: failure('Bulk Update Failed', 'Failed to update partners. Please try again.'),
    after: (pending) => {
      if (pending.total > 0) setAsking(pending);
      else
        showToast({
          title: 'No Partners to Reject',
          text: 'There are no pending partners in the current view.',
          variant: 'destructive',
        });
    },
  });
  const confirmReject = (): void =>
    bulk.mutate(
      { filter: { ...props.view, status: 'pending' }, total: asking ?? NONE, status: 'rejected' },
      { onSettled: () => setAsking(null) },
    );

  return (
    <>
      <Popover
        label="Bulk operations"
        align="end"
        button={{
          variant: 'ghost',
          size: phone ? 'icon' : 'normal',
          pending: running || accept.isPending || reject.isPending,
          children: (
            <>
              {!running && <ListChecks aria-hidden />}
              <span className={phone ? 'sr-only' : undefined}>Accept or reject all</span>
            </>
          ),
        }}
      >
        {(close) => (
          <FetchedPart onLost={close}>
            <BulkFields
              view={props.view}
              onAccept={(threshold) => {
                close();
                accept.mutate({ view: props.view, threshold });
              }}
              onReject={() => {
                close();
                reject.mutate(props.view);
              }}
            />
          </FetchedPart>
        )}
      </Popover>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={`Reject ${totalWords(asking ?? NONE, 'pending partner')}?`}
        confirmLabel={`Reject ${totalNumber(asking ?? NONE)}`}
        destructive
        pending={bulk.isPending}
        onConfirm={confirmReject}
      >
        This rejects every pending partner in the current view.
      </ConfirmDialog>
    </>
  );
}
