import type { CampaignView, PartnerView } from '../../../api/views.ts';
import { START_CHECKS } from '../../../events/campaigns/startChecks.ts';
import { Notice } from '../../components/ui/Notice.tsx';
import { useJoining } from '../campaigns/api.ts';
import { contactedText, joiningText } from '../campaigns/joiningText.ts';
import { TwiceWarning } from '../campaigns/TwiceWarning.tsx';

const MOST_NAMED = 3;

/** The number of selected partners who join the campaign, those who were written to before, and what follows for them. */
export function JoiningNotes(props: { partners: readonly PartnerView[]; campaign: CampaignView | undefined }) {
  const { partners, campaign } = props;
  const ids = partners.map(({ id }) => id);
  const available = useJoining(campaign?.id ?? null, ids).data;
  const joining = available ?? [];
  const contacted = contactedText(joining);
  const planned = joining.filter((partner) => partner.planned);
  const names = planned.flatMap(({ name }) => name ?? []).slice(0, MOST_NAMED);
  return (
    <>
      {available && <p className="text-small">{joiningText(partners, available)}</p>}
      {contacted && <Notice tone="warn">{contacted}</Notice>}
      {planned.length > 0 && (
        <Notice tone="warn">{START_CHECKS.planned.words({ count: planned.length, names })}</Notice>
      )}
      <TwiceWarning chosen={joining} />
      {campaign?.status === 'active' && (
        <p className="text-ink-2 text-small">It is active: new messages are sent after you approve their texts.</p>
      )}
      {campaign?.status === 'completed' && (
        <p className="text-ink-2 text-small">It is completed: new partners pause it until you resume it.</p>
      )}
    </>
  );
}
