import { MailSearch } from 'lucide-react';
import { useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { useCredits } from './api.ts';
import { useFindContacts, withoutEmail } from './findContacts.ts';

/** Looks for the addresses of the selected ones who have none, after saying what that costs at most. */
export function FindEmailsButton(props: { partners: readonly PartnerView[] }) {
  const credits = useCredits().data;
  const find = useFindContacts();
  const [asking, setAsking] = useState(false);
  const missing = withoutEmail(props.partners);
  const left = credits?.remainingCredits ?? 0;
  const wanted = missing.slice(0, left);
  return (
    <>
      <Button pending={find.isPending} disabled={!credits || wanted.length === 0} onClick={() => setAsking(true)}>
        {!find.isPending && <MailSearch aria-hidden />}
        {find.isPending ? `${wholeNumber(find.done)} of ${wholeNumber(find.variables.length)}` : 'Find emails'}
        {!find.isPending && wanted.length > 0 && (
          <span className="font-normal text-ink-3">{counted(wanted.length, 'credit')}</span>
        )}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Find ${counted(wanted.length, 'email')}?`}
        confirmLabel={`Find ${counted(wanted.length, 'email')}`}
        onConfirm={() => {
          setAsking(false);
          find.mutate(wanted);
        }}
      >
        Uses up to {counted(wanted.length, 'credit')}, one for each address that a data service finds; those that the AI
        finds cost none. {left}/{credits?.monthlyLimit} left.
        {wanted.length < missing.length && ` There are no credits for the other ${missing.length - wanted.length}.`}
        <AiEstimate
          operation="contactEnhancement"
          what={`${counted(wanted.length, 'web search', 'web searches')} by AI at most`}
          count={wanted.length}
          className="mt-2"
        />
      </ConfirmDialog>
    </>
  );
}
