import { MailSearch } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { exactly } from '../../lib/total.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { useCredits } from './api.ts';
import { type Chosen, countOf } from './decisions.ts';
import { useFindContacts } from './findContacts.ts';

/** Looks for the addresses of those who have none (`missing`), after saying what that costs at most. */
export function FindEmailsButton(props: { missing: Chosen }) {
  const credits = useCredits().data;
  const find = useFindContacts();
  const [asking, setAsking] = useState(false);
  const { missing } = props;
  const left = credits?.remainingCredits ?? 0;
  const all = countOf(missing).total;
  const count = Math.min(all, left);
  // the server takes no more of a filter than the credits pay for
  const wanted: Chosen = 'ids' in missing ? { ids: missing.ids.slice(0, left) } : { ...missing, total: exactly(count) };
  return (
    <>
      <Button pending={find.isPending} disabled={!credits || count === 0} onClick={() => setAsking(true)}>
        {!find.isPending && <MailSearch aria-hidden />}
        {find.isPending ? `${wholeNumber(find.done)} of ${wholeNumber(countOf(find.variables).total)}` : 'Find emails'}
        {!find.isPending && count > 0 && <span className="font-normal text-ink-3">{counted(count, 'credit')}</span>}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Find ${counted(count, 'email')}?`}
        confirmLabel={`Find ${counted(count, 'email')}`}
        onConfirm={() => {
          setAsking(false);
          find.mutate(wanted);
        }}
      >
        Uses up to {counted(count, 'credit')}, one for each address that a data service finds; those that the AI finds
        cost none. {left}/{credits?.monthlyLimit} left.
        {count < all && ` There are no credits for the other ${wholeNumber(all - count)}.`}
        <AiEstimate
          operation="contactEnhancement"
          what={`${counted(count, 'web search', 'web searches')} by AI at most`}
          count={count}
          className="mt-2"
        />
      </ConfirmDialog>
    </>
  );
}
