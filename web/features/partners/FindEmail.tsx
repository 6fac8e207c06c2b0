import { Search } from 'lucide-react';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { isAccepted } from '../../lib/client.ts';
import { useCredits } from './credits.ts';
import { foundNotice, useFindContact } from './findContact.ts';
import { useFollowedSearch } from './followedSearch.ts';

/** Searches the address of a partner for a credit, and says what came of it, also when that outlasts the call. */
export function FindEmail(props: {
  partner: PartnerView;
  onFound: (contact: NonNullable<PartnerView['contactInfo']>) => void;
}) {
  const credits = useCredits().data;
  const find = useFindContact();
  const exhausted = credits?.remainingCredits === 0;
  const searching = find.isPending || props.partner.contactSearching;
  const later = useFollowedSearch(props.partner);
  const answered = find.data && !isAccepted(find.data);
  const outcome = answered ? foundNotice(find.data).text : (later ?? (find.data && foundNotice(find.data).text));
  const search = (): void => {
    find.mutate(props.partner, {
      onSuccess: (result) => {
        const contact = isAccepted(result) ? null : result.partner.contactInfo;
        if (contact?.email) props.onFound(contact);
      },
    });
  };
  return (
    <div className="rounded-control bg-sunken p-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-48 text-small text-ink-2">
          A search costs 1 credit, and only if a data provider has the address.
        </p>
        <Button pending={searching} disabled={exhausted || !credits} onClick={search}>
          {!searching && <Search aria-hidden />}
          Find Email {credits && `(${credits.remainingCredits}/${credits.monthlyLimit})`}
        </Button>
      </div>
      {exhausted && <p className="mt-2 text-note text-signal">Credit limit reached. Resets next month.</p>}
      <p role="status" className="mt-2 break-words text-note empty:hidden">
        {!find.isPending && outcome}
      </p>
    </div>
  );
}
