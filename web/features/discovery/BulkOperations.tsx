import type { QueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { BULK_THRESHOLD } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Popover } from '../../components/ui/Popover.tsx';
import { failure } from '../../lib/errorCatalogue.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { exactly, type Total, totalNumber, totalWords } from '../../lib/total.ts';
import { useAction } from '../../lib/useAction.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { countOf, useBulkDecision } from '../partners/decisions.ts';
import { partnerTotalQuery, usePartnerTotal } from '../partners/partnerPages.ts';
import { BulkProgress } from './BulkProgress.tsx';

/** Null: no whole number from 0 to 100. Nothing is the usual threshold, never 0, which would accept everyone. */
function readThreshold(typed: string): number | null {
  const number = typed.trim() === '' ? BULK_THRESHOLD : Number(typed);
  return Number.isInteger(number) && number >= 0 && number <= 100 ? number : null;
}

const NONE = exactly(0);

/** The pending partners of a view, those from a match on, and those of them whom a source confirms. */
function filtersOf(view: PartnerFilter, threshold: number) {
  const pending: PartnerFilter = { ...view, status: 'pending' };
  const matching = { ...pending, minMatchScore: Math.max(threshold, view.minMatchScore ?? 0) };
  return { pending, matching, confirmed: { ...matching, verified: 'true' as const } };
}

const totalOf = async (queries: QueryClient, view: PartnerFilter, filter: PartnerFilter): Promise<Total> =>
  hasPending(view) ? queries.fetchQuery(partnerTotalQuery(filter)) : NONE;

/** A view of other partners has no pending ones. */
const hasPending = ({ status }: PartnerFilter): boolean => status === undefined || status === 'pending';

/** Decides on every pending partner of the current view at once. */
export function BulkOperations(props: { view: PartnerFilter }) {
  const [asking, setAsking] = useState<Total | null>(null);
  const phone = useMedia('(width < 480px)');
  const bulk = useBulkDecision();
  const running = bulk.isPending ? bulk.variables : null;

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
    <span className="flex items-center gap-2">
      {running && <BulkProgress done={bulk.updated} count={countOf(running)} status={running.status} />}
      <Popover
        label="Bulk operations"
        align="end"
        button={{
          variant: 'ghost',
          size: phone ? 'icon' : 'normal',
          pending: bulk.isPending || accept.isPending || reject.isPending,
          children: (
            <>
              {!bulk.isPending && <ListChecks aria-hidden />}
              <span className={phone ? 'sr-only' : undefined}>Accept or reject all</span>
            </>
          ),
        }}
      >
        {(close) => (
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
    </span>
  );
}

function BulkFields(props: { view: PartnerFilter; onAccept: (threshold: number) => void; onReject: () => void }) {
  const [typed, setTyped] = useState(String(BULK_THRESHOLD));
  const field = useRef<HTMLInputElement>(null);
  const threshold = readThreshold(typed);
  const filters = filtersOf(props.view, threshold ?? 0);
  const isAsked = threshold !== null && hasPending(props.view);
  const ofView = usePartnerTotal(hasPending(props.view) ? filters.pending : null);
  const matching = usePartnerTotal(isAsked ? filters.matching : null);
  const confirmed = usePartnerTotal(isAsked ? filters.confirmed : null);
  const pending = hasPending(props.view) ? ofView : NONE;
  const eligible = isAsked ? confirmed : NONE;
  const unconfirmed = isAsked && matching && confirmed ? matching.total - confirmed.total : 0;
  return (
    <>
      <Field
        label="Accept from match"
        error={threshold === null ? 'Enter a whole number from 0 to 100' : undefined}
        hint={[
          eligible && pending
            ? `${totalWords(eligible, 'partner')} of ${totalNumber(pending)} pending in this view.`
            : 'Counting partners.',
          ...(unconfirmed > 0 ? [`No source confirms ${counted(unconfirmed, 'other')}. Review each of these.`] : []),
        ].join(' ')}
      >
        {(control) => (
          <div className="flex items-center gap-2">
            <Input
              {...control}
              ref={field}
              type="number"
              min={0}
              max={100}
              step={1}
              inputMode="numeric"
              className="h-8 w-20 text-right tabular-nums"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={() => setTyped((now) => (now === '' ? String(BULK_THRESHOLD) : now))}
            />
            <Button
              variant="primary"
              className="flex-1"
              onClick={() => {
                if (threshold === null) field.current?.focus();
                else props.onAccept(threshold);
              }}
            >
              Accept All
            </Button>
          </div>
        )}
      </Field>
      <div className="mt-3 border-t pt-3">
        <Button className="w-full" onClick={props.onReject}>
          Reject All
        </Button>
      </div>
    </>
  );
}
