import { ListChecks } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { reachesScore } from '../../../events/partners/score.ts';
import { BULK_THRESHOLD } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Popover } from '../../components/ui/Popover.tsx';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { useBulkDecision } from '../partners/decisions.ts';
import { BulkProgress } from './BulkProgress.tsx';

/** Null: no whole number from 0 to 100. Nothing is the usual threshold, never 0, which would accept everyone. */
function readThreshold(typed: string): number | null {
  const number = typed.trim() === '' ? BULK_THRESHOLD : Number(typed);
  return Number.isInteger(number) && number >= 0 && number <= 100 ? number : null;
}

/** Decides on every pending partner of the current view at once. */
export function BulkOperations(props: { visible: readonly PartnerView[] }) {
  const [typed, setTyped] = useState(String(BULK_THRESHOLD));
  const [asking, setAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const phone = useMedia('(width < 480px)');
  const bulk = useBulkDecision();
  const pending = props.visible.filter((partner) => partner.status === 'pending');
  const threshold = readThreshold(typed);
  const matching = threshold === null ? [] : pending.filter((partner) => reachesScore(partner.matchScore, threshold));
  const eligible = matching.filter((partner) => partner.verified);
  const unconfirmed = matching.length - eligible.length;
  const running = bulk.isPending ? bulk.variables : null;

  const acceptAll = (): void => {
    if (eligible.length > 0) bulk.mutate({ ids: eligible.map((partner) => partner.id), status: 'approved' });
    else
      showToast({
        title: 'No Eligible Partners',
        text:
          unconfirmed > 0
            ? `No source confirms ${counted(unconfirmed, 'partner')} at ${threshold}% or higher. Review them one by one.`
            : `No pending partners have a match score of ${threshold}% or higher.`,
        variant: 'destructive',
      });
  };
  const rejectAll = (): void => {
    if (pending.length > 0) setAsking(true);
    else
      showToast({
        title: 'No Partners to Reject',
        text: 'There are no pending partners in the current view.',
        variant: 'destructive',
      });
  };
  const confirmReject = (): void =>
    bulk.mutate(
      { ids: pending.map((partner) => partner.id), status: 'rejected' },
      { onSettled: () => setAsking(false) },
    );

  return (
    <span className="flex items-center gap-2">
      {running && <BulkProgress done={bulk.updated} count={running.ids.length} status={running.status} />}
      <Popover
        label="Bulk operations"
        align="end"
        button={{
          variant: 'ghost',
          size: phone ? 'icon' : 'normal',
          pending: bulk.isPending,
          children: (
            <>
              {!bulk.isPending && <ListChecks aria-hidden />}
              <span className={phone ? 'sr-only' : undefined}>Accept or reject all</span>
            </>
          ),
        }}
      >
        {(close) => (
          <>
            <Field
              label="Accept from match"
              error={threshold === null ? 'Enter a whole number from 0 to 100' : undefined}
              hint={[
                `${counted(eligible.length, 'partner')} of ${wholeNumber(pending.length)} pending in this view.`,
                ...(unconfirmed > 0
                  ? [`No source confirms ${counted(unconfirmed, 'other')}. Review each of these.`]
                  : []),
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
                      if (threshold === null) {
                        field.current?.focus();
                        return;
                      }
                      close();
                      acceptAll();
                    }}
                  >
                    Accept All
                  </Button>
                </div>
              )}
            </Field>
            <div className="mt-3 border-t pt-3">
              <Button
                className="w-full"
                onClick={() => {
                  close();
                  rejectAll();
                }}
              >
                Reject All
              </Button>
            </div>
          </>
        )}
      </Popover>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Reject ${counted(pending.length, 'pending partner')}?`}
        confirmLabel={`Reject ${wholeNumber(pending.length)}`}
        destructive
        pending={bulk.isPending}
        onConfirm={confirmReject}
      >
        This rejects every pending partner in the current view.
      </ConfirmDialog>
    </span>
  );
}
