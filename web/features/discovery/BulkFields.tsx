import { useRef, useState } from 'react';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { BULK_THRESHOLD } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { counted } from '../../lib/numbers.ts';
import { totalNumber, totalWords } from '../../lib/total.ts';
import { usePartnerTotal } from '../partners/partnerPages.ts';
import { filtersOf, hasPending, NONE } from './pendingOf.ts';

/** Null: no whole number from 0 to 100. Nothing is the usual threshold, never 0, which would accept everyone. */
function readThreshold(typed: string): number | null {
  const number = typed.trim() === '' ? BULK_THRESHOLD : Number(typed);
  return Number.isInteger(number) && number >= 0 && number <= 100 ? number : null;
}

/** From which match on all pending partners of a view are accepted, and how many that concerns. */
export function BulkFields(props: {
  view: PartnerFilter;
  onAccept: (threshold: number) => void;
  onReject: () => void;
}) {
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
