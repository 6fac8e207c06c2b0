import { Link } from 'wouter';
import type { MatchView, OverviewView } from '../../../api/views.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import { PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Loading } from '../../components/ui/QueryState.tsx';
import { percent } from '../../lib/numbers.ts';
import { MatchScore } from '../partners/MatchScore.tsx';
import { partnerHref } from '../partners/PartnerLink.tsx';
import { CardEmpty } from './CardStates.tsx';

/** The best partners of the newest search. */
export function RecentMatches(props: { overview: OverviewView | undefined; className?: string }) {
  const recent = props.overview?.matches;
  return (
    <Card
      title="Recent Partner Matches"
      className={props.className ?? ''}
      actions={
        <ButtonLook size="small" variant="ghost">
          <Link href="/discovery">View all</Link>
        </ButtonLook>
      }
    >
      {!recent && <Loading label="Loading partners" rows={2} height="h-22" className="p-4" />}
      {recent?.length === 0 && (
        <CardEmpty
          action={
            <ButtonLook variant="primary">
              <Link href="/discovery">Go to Partner Discovery</Link>
            </ButtonLook>
          }
        >
          No partners found. Generate some AI-powered recommendations to get started!
        </CardEmpty>
      )}
      {recent && recent.length > 0 && (
        <ul aria-label="Recent partners" className="divide-y">
          {recent.map((partner) => (
            <Match key={partner.id} partner={partner} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Match(props: { partner: MatchView }) {
  const { partner } = props;
  const facts = [
    partner.industry,
    PLATFORM_LABELS[partner.platform],
    partner.followersCount !== null && `${formatFollowers(partner.followersCount)} followers`,
    partner.engagementRate !== null && `${percent(partner.engagementRate)} engagement`,
  ];
  return (
    <li className="flex gap-3 px-4 py-3">
      <Avatar name={partner.name} src={partner.avatar} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <div className="min-w-0 flex-1 basis-40">
            <Link
              href={partnerHref(partner.id)}
              dir="auto"
              className="block truncate text-left font-semibold hover:underline"
            >
              {partner.name ?? 'Erased'}
            </Link>
            <p className="truncate text-ink-3 text-note">{facts.filter(Boolean).join(' · ')}</p>
          </div>
          <MatchScore score={partner.matchScore} rough={partner.roughScore} />
        </div>
        {partner.bio && (
          <p dir="auto" className="mt-1.5 line-clamp-2 text-small text-ink-2">
            {partner.bio}
          </p>
        )}
      </div>
    </li>
  );
}
