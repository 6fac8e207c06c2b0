import type { CampaignView, PartnerView } from '../../../api/views.ts';
import { counted } from '../../lib/numbers.ts';
import { useAvailablePartners } from '../campaigns/availablePartners.ts';
import { TwiceWarning } from '../campaigns/TwiceWarning.tsx';

/** Who of the ticked cannot join the campaign, who would hear from two, and what becomes of those who join. */
export function JoiningNotes(props: { partners: readonly PartnerView[]; campaign: CampaignView | undefined }) {
  const { partners, campaign } = props;
  const available = useAvailablePartners(campaign?.id ?? null).data;
  const withoutEmail = partners.filter((partner) => !partner.contactInfo?.email).length;
  const chosen = new Set(partners.map(({ id }) => id));
  const joining = available?.filter(({ id }) => chosen.has(id));
  const inside = joining ? partners.length - withoutEmail - joining.length : 0;
  const arePlural = (count: number) => (count === 1 ? 'is' : 'are');
  return (
    <>
      {withoutEmail > 0 && (
        <p className="text-signal text-small">
          {counted(withoutEmail, 'partner')} without an email {arePlural(withoutEmail)} left out. Get the email first.
        </p>
      )}
      {inside > 0 && (
        <p className="text-ink-2 text-small">
          {counted(inside, 'partner')} {arePlural(inside)} in this campaign already, or unsubscribed.
        </p>
      )}
      {joining && <TwiceWarning chosen={joining} />}
      {campaign?.status === 'active' && (
        <p className="text-ink-2 text-small">
          It is active: new messages are sent once they have a text and you approved it.
        </p>
      )}
      {campaign?.status === 'completed' && (
        <p className="text-ink-2 text-small">It is completed: with new partners it is paused until you resume it.</p>
      )}
    </>
  );
}
