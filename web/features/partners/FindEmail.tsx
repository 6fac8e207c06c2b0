import { Search } from 'lucide-react';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { isAccepted } from '../../lib/client.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { useCredits, useFindContact } from './api.ts';
import { foundNotice, useFollowedSearch } from './followedSearch.ts';

/** Where an address comes from that a search has brought. */
const SEARCHED: ReadonlySet<string> = new Set(['people_data_labs', 'hunter', 'ai']);

/** Searches a partner's address for a credit and shows the result, also if that outlasts the call. */
export function FindEmail(props: {
  partner: PartnerView;
  onFound: (contact: NonNullable<PartnerView['contactInfo']>) => void;
}) {
  const { data: credits, isError: creditsUnknown } = useCredits();
  const find = useFindContact();
  const left = credits && `${credits.remainingCredits}/${credits.monthlyLimit}`;
  const { contactInfo, contactSource } = props.partner;
  const found = Boolean(contactInfo?.email) && SEARCHED.has(contactSource ?? '');
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
          {found
            ? `The address was found by a search. Another one costs 1 credit at most${left ? `; ${left} are left` : ''}.`
            : 'A search costs 1 credit, and only if a data provider has the address.'}
        </p>
        <Button pending={searching} disabled={exhausted || !credits} onClick={search}>
          {!searching && <Search aria-hidden />}
          {found ? 'Search again (up to 1 credit)' : `Find Email ${credits ? `(${left})` : ''}`}
        </Button>
      </div>
      <AiEstimate operation="contactEnhancement" what="A web search by AI, only if needed" className="mt-2" />
      {exhausted && <p className="mt-2 text-note text-signal">Credit limit reached. Resets next month.</p>}
      {creditsUnknown && !credits && (
        <p role="alert" className="mt-2 text-bad text-note">
          Your credits could not be loaded. Close this and try again in a moment.
        </p>
      )}
      <p role="status" className="mt-2 break-words text-note empty:hidden">
        {!find.isPending && outcome}
      </p>
    </div>
  );
}
