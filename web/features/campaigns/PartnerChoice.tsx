import type { AvailablePartnerView } from '../../../api/views.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import { PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { shortDate } from '../../lib/dates.ts';
import { MatchScore } from '../partners/MatchScore.tsx';

/** One partner that can be added, with what speaks against it. */
export function PartnerChoice(props: {
  partner: AvailablePartnerView;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const { partner } = props;
  const { otherCampaigns, contactedAt, repliedAt, planned } = partner;
  return (
    <div className="relative flex min-h-14 items-center gap-x-3 px-5 py-1.5 hover:bg-sunken">
      <Checkbox
        className="min-w-0 flex-1 [&>label]:min-w-0 [&>label]:flex-1 [&>label]:after:absolute [&>label]:after:inset-0"
        checked={props.checked}
        onChange={props.onChange}
        label={
          <>
            <span dir="auto" className="block truncate text-left font-semibold">
              {partner.name ?? 'Erased'}
            </span>
            <span className="flex flex-wrap items-center gap-1 text-ink-3 text-note">
              <span className="min-w-0 flex-1 basis-24 truncate">
                {partner.contactInfo?.email} · {PLATFORM_LABELS[partner.platform]} ·{' '}
                {formatFollowers(partner.followersCount)}
              </span>
              {otherCampaigns.length > 0 && (
                <Badge tone="warn" className="max-w-[min(10rem,100%)]">
                  <span className="truncate">Also in {otherCampaigns.join(', ')}</span>
                </Badge>
              )}
              {contactedAt && !repliedAt && <Badge tone="warn">Contacted {shortDate(contactedAt)}</Badge>}
              {repliedAt && <Badge tone="warn">Replied {shortDate(repliedAt)}</Badge>}
              {planned && <Badge tone="warn">Email planned</Badge>}
            </span>
          </>
        }
      />
      <span className="max-sm:[&_i]:hidden">
        <MatchScore score={partner.matchScore} rough={partner.roughScore} />
      </span>
    </div>
  );
}
