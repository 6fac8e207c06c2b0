import { Link } from 'wouter';
import type { PartnerView } from '../../../api/views.ts';
import { formatFollowers } from '../../../events/format.ts';
import { PLATFORM_LABELS } from '../../../events/options.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { percent } from '../../lib/numbers.ts';
import { MatchScore } from '../partners/MatchScore.tsx';
import { EmailBadge, StatusBadge } from '../partners/PartnerBadges.tsx';
import { usePartners } from '../partners/partners.ts';

const SHOWN = 2;

/** The newest partners who are pending or approved. */
function recentMatches(partners: readonly PartnerView[]): PartnerView[] {
  return partners
    .filter((partner) => partner.status !== 'rejected')
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.matchScore - a.matchScore)
    .slice(0, SHOWN);
}

export function RecentMatches() {
  const partners = usePartners();
  const recent = partners.data && recentMatches(partners.data);
  return (
    <Card
      title="Recent Partner Matches"
      actions={
        <ButtonLook size="small" variant="ghost">
          <Link href="/discovery">View all</Link>
        </ButtonLook>
      }
    >
      {partners.isError && <p className="px-4 py-6 text-bad">Error loading partners. Please try again.</p>}
      {partners.isPending && (
        <div role="status" aria-label="Loading partners" className="flex flex-col gap-3 p-4">
          <Skeleton className="h-22" />
          <Skeleton className="h-22" />
        </div>
      )}
      {recent?.length === 0 && (
        <div className="flex flex-col items-center gap-3 px-6 py-10 text-center">
          <p className="text-ink-2">No partners found. Generate some AI-powered recommendations to get started!</p>
          <ButtonLook variant="primary">
            <Link href="/discovery">Go to Partner Discovery</Link>
          </ButtonLook>
        </div>
      )}
      {recent && recent.length > 0 && (
        <ul className="divide-y">
          {recent.map((partner) => (
            <Match key={partner.id} partner={partner} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Match(props: { partner: PartnerView }) {
  const { partner } = props;
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Avatar name={partner.name} src={partner.avatar} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="truncate font-semibold">{partner.name ?? 'Erased'}</p>
          <p className="truncate text-ink-3 text-note">
            {[partner.industry, PLATFORM_LABELS[partner.platform]].filter(Boolean).join(' · ')} ·{' '}
            {formatFollowers(partner.followersCount)} followers · {percent(partner.engagementRate)}
          </p>
        </div>
        <span className="max-sm:pl-9">
          <MatchScore score={partner.matchScore} />
        </span>
      </div>
      {partner.bio && <p className="mt-1.5 line-clamp-2 text-small text-ink-2 sm:pl-11">{partner.bio}</p>}
      <div className="mt-2 flex gap-1.5 sm:pl-11">
        <StatusBadge status={partner.status} />
        <EmailBadge partner={partner} />
      </div>
    </li>
  );
}
