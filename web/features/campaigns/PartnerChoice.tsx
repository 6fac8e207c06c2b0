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
  const warnings = [
    otherCampaigns.length > 0 && `Also in ${otherCampaigns.join(', ')}`,
    contactedAt && !repliedAt && `Contacted ${shortDate(contactedAt)}`,
    repliedAt && `Replied ${shortDate(repliedAt)}`,
    planned && 'Email planned',
  ].filter((warning) => typeof warning === 'string');
  return (
    <div className="relative flex min-h-11 items-center gap-x-3 px-5 py-1 hover:bg-sunken max-sm:flex-wrap">
      <Checkbox
        className="min-w-0 flex-1 [&>label]:min-w-0 [&>label]:flex-1 [&>label]:after:absolute [&>label]:after:inset-0"
        checked={props.checked}
        onChange={props.onChange}
        label={
          <>
            <span dir="auto" className="block truncate text-left font-semibold leading-5">
              {partner.name ?? 'Erased'}
            </span>
            <span className="block truncate text-ink-3 text-note">
              {partner.contactInfo?.email} · {PLATFORM_LABELS[partner.platform]} ·{' '}
              {formatFollowers(partner.followersCount)}
            </span>
          </>
        }
      />
      <span className="flex min-w-0 max-w-1/2 justify-end gap-1 empty:hidden max-sm:order-last max-sm:w-full max-sm:max-w-full max-sm:justify-start max-sm:pl-7.5">
        {warnings.map((warning) => (
          <Badge key={warning} tone="warn" className="min-w-0 max-w-40">
            <span className="truncate">{warning}</span>
          </Badge>
        ))}
      </span>
      <span className="max-sm:[&_i]:hidden">
        <MatchScore score={partner.matchScore} rough={partner.roughScore} />
      </span>
    </div>
  );
}
